import { describe, expect, it } from "vitest";
import { EditedMap } from "../../../src/platform/content/content-map.ts";
import { insertRevision } from "../../../src/platform/content/revisions-rows.ts";
import { SpaceContent } from "../../../src/platform/content/space-content.ts";
import { contentFaults } from "../../support/content-integrity.ts";
import { type Branch, type Desk, insert, openDesk, write } from "./desk.ts";

/** What a later release does: sets a member of a page that this one does not know, in a change request. */
async function setLaterMember({ workspace }: Desk, branch: Branch, page: string, value: string): Promise<void> {
  await workspace.platform.database.write(async (queries) => {
    const { revision } = await queries
      .selectFrom("change_request")
      .select("revision")
      .where("id", "=", branch.id)
      .executeTakeFirstOrThrow();
    const { root, created_by } = await queries
      .selectFrom("revision")
      .select(["root", "created_by"])
      .where("id", "=", revision)
      .executeTakeFirstOrThrow();
    const content = new SpaceContent(queries);
    const map = new EditedMap(content.at(root));
    const key = `page/${page}`;
    const record = JSON.parse((await map.getMany([key])).get(key) ?? "") as object;
    map.set(key, JSON.stringify({ ...record, audience: value }));
    const stored = await insertRevision(queries, {
      space: branch.space,
      root: await content.store(map),
      parents: [revision],
      type: "edits",
      createdAt: new Date().toISOString(),
      createdBy: created_by ?? "",
    });
    await queries.updateTable("change_request").set({ revision: stored }).where("id", "=", branch.id).execute();
  });
}

/** The member of a page, as the space has it. */
function laterMember({ workspace, space }: Desk, page: string): Promise<unknown> {
  return workspace.platform.database.read(async (queries) => {
    const { root } = await queries
      .selectFrom("space")
      .innerJoin("revision", "revision.id", "space.revision")
      .select("revision.root")
      .where("space.id", "=", space)
      .executeTakeFirstOrThrow();
    const found = await new SpaceContent(queries).at(root).getMany([`page/${page}`]);
    return (JSON.parse(found.get(`page/${page}`) ?? "{}") as { audience?: unknown }).audience;
  });
}

/** A page with the member in the space. */
async function pageWithMember() {
  const desk = await openDesk();
  const [page = ""] = await desk.publish(insert("One", "# One\n\nalpha\n\nbeta\n\ngamma\n"));
  const branch = await desk.branch();
  await setLaterMember(desk, branch, page, "crew");
  expect((await branch.merge()).result).toBe("merge");
  expect(await laterMember(desk, page)).toBe("crew");
  return { desk, page };
}

describe("a member of a page that only a later release knows", () => {
  it("stays when this release edits, renames, moves and reverts the page", async () => {
    const { desk, page } = await pageWithMember();
    await desk.publish(write(page, "# One\n\nnew\n"));
    await desk.publish({ operation: "update_page", page, title: "First", slug: "first", description: "The first" });
    const [group = ""] = await desk.publish(insert("Group", "# Group\n"));
    await desk.publish({ operation: "update_page", page, into: group });
    expect(await laterMember(desk, page)).toBe("crew");
    const branch = await desk.branch();
    await branch.edit(write(page, "# One\n\nnewer\n"));
    await branch.edit({ operation: "revert_page", page });
    await branch.edit({ operation: "update_page", page, emoji: "1f600" });
    expect((await branch.merge()).result).toBe("merge");
    expect(await laterMember(desk, page)).toBe("crew");
    expect(await contentFaults(desk.workspace.platform)).toEqual([]);
  });

  it("is taken from the side that changed it when both sides changed the page", async () => {
    const { desk, page } = await pageWithMember();
    const branch = await desk.branch();
    await setLaterMember(desk, branch, page, "captain");
    await desk.publish(write(page, "# One\n\nALPHA\n\nbeta\n\ngamma\n"));
    expect((await branch.merge()).result).toBe("merge");
    expect(await laterMember(desk, page)).toBe("captain");
    expect(await desk.text("one")).toBe("# One\n\nALPHA\n\nbeta\n\ngamma\n");
  });

  it("is taken by an update of a change request that edits the page", async () => {
    const { desk, page } = await pageWithMember();
    const branch = await desk.branch();
    await branch.edit(write(page, "# One\n\nALPHA\n\nbeta\n\ngamma\n"));
    const other = await desk.branch();
    await setLaterMember(desk, other, page, "captain");
    expect((await other.merge()).result).toBe("merge");
    expect((await branch.update()).result).toBe("update");
    expect((await branch.merge()).result).toBe("merge");
    expect(await laterMember(desk, page)).toBe("captain");
  });

  it("is a conflict if both sides changed it differently", async () => {
    const { desk, page } = await pageWithMember();
    const [branch, other] = [await desk.branch(), await desk.branch()];
    await setLaterMember(desk, branch, page, "captain");
    await setLaterMember(desk, other, page, "cook");
    expect((await other.merge()).result).toBe("merge");
    expect(await branch.merge()).toMatchObject({
      result: "conflicts",
      conflicts: [
        { page, kind: "property", property: "audience", base: "crew", space: "cook", changeRequest: "captain" },
      ],
    });
  });
});
