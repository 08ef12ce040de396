import { beforeEach, describe, expect, it } from "vitest";
import { paginate } from "../../../../src/client/paginate.ts";
import { openWorkspace, type PlatformWorkspace } from "../../../support/platform-workspace.ts";
import { join, type Person } from "./people.ts";

let workspace: PlatformWorkspace;
let spaceId: string;
beforeEach(async () => {
  workspace = await openWorkspace();
  const { client, organization } = workspace;
  spaceId = (await client.spaces.create({ organizationId: organization, title: "Stations" })).id;
});

const post = (text: string, { client }: { readonly client: Person["client"] } = workspace, page?: string) =>
  client.spaceComments.create({ spaceId, body: { markdown: text }, ...(page === undefined ? {} : { page }) });

interface Asked {
  readonly order?: "asc" | "desc";
  readonly status?: "open" | "resolved" | "all";
  readonly authors?: string[];
  readonly targetPage?: string;
}

/** The texts of a whole list, read 2 at a time, with the count of the first page. */
async function texts(asked: Asked = {}): Promise<[number | undefined, string[]]> {
  const found: string[] = [];
  const { client } = workspace;
  for await (const { body } of paginate(client.spaceComments.list, { spaceId, ...asked, limit: 2 }, {})) {
    found.push(body.markdown ?? "");
  }
  return [(await client.spaceComments.list({ spaceId, ...asked, limit: 0 })).count, found];
}

describe("a list of comments", () => {
  it("is in posting order, even for comments posted at the same time", async () => {
    const written = Array.from({ length: 7 }, (_, at) => `Comment ${at}`);
    for (const text of written) await post(text);
    expect(await texts({ order: "asc" })).toEqual([7, written]);
    expect(await texts()).toEqual([7, written.toReversed()]);
  });

  it.each(["asc", "desc"] as const)(
    "returns each existing comment once when read %s, while others are added and removed",
    async (order) => {
      const ids: string[] = [];
      for (let at = 0; at < 12; at += 1) ids.push((await post(`Comment ${at}`)).id);
      const seen: string[] = [];
      const list = { spaceId, order, limit: 3 };
      for await (const { id } of paginate(workspace.client.spaceComments.list, list, {})) {
        seen.push(id);
        if (seen.length === 4) {
          await post("New");
          for (const gone of [ids[0], ids[11], ids[5]]) {
            await workspace.client.spaceComments.remove({ spaceId, commentId: gone ?? "" });
          }
        }
      }
      const stayed = ids.filter((_, at) => ![0, 5, 11].includes(at));
      expect(seen.filter((id) => stayed.includes(id)).sort()).toEqual([...stayed].sort());
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  it("can be filtered by status, page and authors together", async () => {
    const ana = await join(workspace, "Ana", "edit");
    const bo = await join(workspace, "Bo", "comment");
    const draft = await ana.client.changeRequests.create({ spaceId });
    await ana.client.changeRequestContent.apply({
      spaceId,
      changeRequestId: draft.id,
      changes: [{ operation: "insert_page", title: "Masts", document: { markdown: "Tall.\n" } }],
    });
    await workspace.client.changeRequests.merge({ spaceId, changeRequestId: draft.id });
    const page = (await workspace.client.pages.list({ spaceId })).pages[0]?.id ?? "";
    await post("1 Ana", ana);
    await post("2 Bo, page", bo, page);
    await post("3 Ana, page", ana, page);
    const done = await post("4 Bo, page, resolved", bo, page);
    await post("5 admin, page", workspace, page);
    await ana.client.spaceComments.update({ spaceId, commentId: done.id, resolved: true });

    expect(await texts({ authors: [ana.id] })).toEqual([2, ["3 Ana, page", "1 Ana"]]);
    expect(await texts({ authors: [bo.id, ana.id], order: "asc" })).toEqual([
      4,
      ["1 Ana", "2 Bo, page", "3 Ana, page", "4 Bo, page, resolved"],
    ]);
    expect(await texts({ targetPage: page })).toEqual([
      4,
      ["5 admin, page", "4 Bo, page, resolved", "3 Ana, page", "2 Bo, page"],
    ]);
    expect(await texts({ targetPage: page, status: "open" })).toEqual([
      3,
      ["5 admin, page", "3 Ana, page", "2 Bo, page"],
    ]);
    expect(await texts({ targetPage: page, status: "resolved", authors: [ana.id, bo.id] })).toEqual([
      1,
      ["4 Bo, page, resolved"],
    ]);
    expect(await texts({ status: "resolved" })).toEqual([1, ["4 Bo, page, resolved"]]);
    expect(await texts({ targetPage: "nowhere" })).toEqual([0, []]);
  });

  it("can be filtered by 100 authors but not 101", async () => {
    const authors = Array.from({ length: 101 }, (_, at) => `u${at}`);
    await expect(workspace.client.spaceComments.list({ spaceId, authors })).rejects.toThrow(
      "authors: at most 100 are allowed",
    );
    expect((await workspace.client.spaceComments.list({ spaceId, authors: authors.slice(1) })).items).toEqual([]);
  });

  it("rejects a cursor of another list", async () => {
    for (const text of ["One", "Two"]) await post(text);
    const { next } = await workspace.client.spaceComments.list({ spaceId, limit: 1 });
    const other = { spaceId, limit: 1, order: "asc", page: next?.page } as const;
    await expect(workspace.client.spaceComments.list({ ...other, page: next?.page ?? "" })).rejects.toThrow(
      "this cursor belongs to another list",
    );
  });

  it("starts with the oldest reply for replies, while others are added", async () => {
    const { id } = await post("Question");
    const on = { spaceId, commentId: id };
    for (let at = 0; at < 5; at += 1) {
      await workspace.client.spaceComments.createReply({ ...on, body: { markdown: `Reply ${at}` } });
    }
    const seen: string[] = [];
    for await (const { body } of paginate(workspace.client.spaceComments.listReplies, { ...on, limit: 2 }, {})) {
      if (seen.push(body.markdown ?? "") === 1) {
        await workspace.client.spaceComments.createReply({ ...on, body: { markdown: "Late" } });
      }
    }
    expect(seen).toEqual(["Reply 0", "Reply 1", "Reply 2", "Reply 3", "Reply 4", "Late"]);
  });
});

describe("the counts of comments", () => {
  it("are correct after every posting, resolving, reopening and removal", async () => {
    const { client } = workspace;
    const open = new Set<string>();
    const resolved = new Set<string>();
    let seed = 20_261_121;
    const draw = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const pick = (from: ReadonlySet<string>) => [...from][draw(from.size)];
    for (let step = 0; step < 60; step += 1) {
      const from = draw(2) === 0 ? open : resolved;
      const commentId = pick(from);
      const deed = draw(3);
      if (commentId === undefined || deed === 0) open.add((await post(`Step ${step}`)).id);
      else if (deed === 1) {
        await client.spaceComments.remove({ spaceId, commentId });
        from.delete(commentId);
      } else {
        await client.spaceComments.update({ spaceId, commentId, resolved: from === open });
        from.delete(commentId);
        (from === open ? resolved : open).add(commentId);
      }
      const counted = async (status: "open" | "resolved" | "all") =>
        (await client.spaceComments.list({ spaceId, status, limit: 0 })).count;
      expect([await counted("open"), await counted("resolved"), await counted("all")]).toEqual([
        open.size,
        resolved.size,
        open.size + resolved.size,
      ]);
    }
    expect((await client.spaces.get({ spaceId })).comments).toBe(open.size);
  });
});
