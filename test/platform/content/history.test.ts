import { beforeEach, describe, expect, it } from "vitest";
import { type Branch, type Desk, insert, openDesk, refusal, remove, write } from "./desk.ts";

let desk: Desk;
let page = "";

beforeEach(async () => {
  desk = await openDesk();
  [page = ""] = await desk.publish(insert("Setup", "# Setup\n\nOne.\n\nTwo.\n"));
});

const activeRevision = async () => (await desk.client.spaces.get({ spaceId: desk.space })).revision;
const read = (revisionId: string) => desk.client.revisions.get({ spaceId: desk.space, revisionId });
const textIn = async (revisionId: string) =>
  (await desk.client.revisions.getPage({ spaceId: desk.space, revisionId, pageId: page, format: "markdown" })).markdown;
const numberOf = async ({ id }: Branch) =>
  (await desk.client.changeRequests.get({ spaceId: desk.space, changeRequestId: id })).number;

/** The first parents of a revision, newest first, each with the change that made it. */
async function lineage(revision: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | undefined = revision; next !== undefined; ) {
    const { type, parents, mergedFrom } = await read(next);
    found.push(
      mergedFrom === undefined ? type : `${type} of ${mergedFrom.number} by ${mergedFrom.mergedBy?.displayName}`,
    );
    next = parents[0];
  }
  return found;
}

describe("the history of a space", () => {
  it("goes back from the current revision through every merge to the empty space", async () => {
    await desk.publish(write(page, "# Setup\n\nOne and a half.\n\nTwo.\n"));
    expect(await lineage(await activeRevision())).toEqual([
      "merge of 2 by Local user",
      "merge of 1 by Local user",
      "edits",
    ]);
  });

  it("lists the steps of a change request, including its updates", async () => {
    const branch = await desk.branch();
    await branch.edit(write(page, "# Setup\n\nEdited.\n\nTwo.\n"));
    await desk.publish(insert("Other", "# Other\n"));
    await branch.update();
    await branch.edit(insert("Third", "# Third\n"));
    const { revision } = await branch.merge();
    const [, ofBranch = ""] = (await read(revision)).parents;
    expect((await lineage(ofBranch)).slice(0, 3)).toEqual(["edits", "update", "edits"]);
    const [update = ""] = (await read(ofBranch)).parents;
    const changed = await desk.client.revisions.listChanges({ spaceId: desk.space, revisionId: update });
    expect(changed.changes).toMatchObject([{ type: "page_created", page: { title: "Other" } }]);
    expect(changed.mergedFrom).toBeUndefined();
    const merged = await desk.client.revisions.listChanges({ spaceId: desk.space, revisionId: revision });
    expect(merged.mergedFrom?.number).toBe(await numberOf(branch));
    expect(merged.changes.map((change) => change.type).sort()).toEqual(["page_created", "page_edited"]);
  });

  it("never changes: an old revision reads the same after edits, moves and deletes", async () => {
    const before = await activeRevision();
    const then = await read(before);
    const [folder = ""] = await desk.publish(insert("Folder", "# Folder\n"));
    await desk.publish({ operation: "update_page", page, into: folder, title: "Renamed" });
    await desk.publish(remove(folder));
    expect(await desk.paths()).toEqual([]);
    expect(await textIn(before)).toBe("# Setup\n\nOne.\n\nTwo.\n");
    expect(await read(before)).toEqual(then);
  });

  it("belongs to the space: a revision of another space is not found", async () => {
    const { workspace, client, space } = desk;
    const other = await client.spaces.create({ organizationId: workspace.organization, title: "Other" });
    for (const read of [client.revisions.get, client.revisions.listChanges, client.revisions.listPages]) {
      expect(await refusal(read({ spaceId: other.id, revisionId: await activeRevision() }))).toBe(
        `404 revisionId: space ${other.id} has no revision ${await activeRevision()}.`,
      );
    }
    const draft = await client.changeRequests.create({ spaceId: other.id });
    const revert = client.changeRequestContent.apply({
      spaceId: other.id,
      changeRequestId: draft.id,
      changes: [{ operation: "revert_page", page, revision: (await client.spaces.get({ spaceId: space })).revision }],
    });
    expect(await refusal(revert)).toContain("revision: the space has no revision");
  });
});

describe("a revert", () => {
  it("creates a new revision from an earlier one of a page", async () => {
    const before = await activeRevision();
    await desk.publish(write(page, "# Setup\n\nWrong.\n"));
    const wrong = await activeRevision();
    await desk.publish({ operation: "revert_page", page, revision: before });
    expect(await desk.text("setup")).toBe("# Setup\n\nOne.\n\nTwo.\n");
    expect(await textIn(wrong)).toBe("# Setup\n\nWrong.\n");
    expect(await lineage(await activeRevision())).toHaveLength(4);
  });

  it("restores a page that was deleted and merged, with its id", async () => {
    const before = await activeRevision();
    await desk.publish(remove(page));
    await desk.publish({ operation: "revert_page", page, revision: before });
    expect(await desk.text("setup")).toBe("# Setup\n\nOne.\n\nTwo.\n");
  });

  it("restores only the chosen blocks from a named revision", async () => {
    const before = await activeRevision();
    await desk.publish(write(page, "# Setup\n\nOne!\n\nTwo!\n"));
    const document = await desk.client.revisions.getPage({
      spaceId: desk.space,
      revisionId: before,
      pageId: page,
      format: "document",
    });
    const present = await desk.client.pages.get({ spaceId: desk.space, pageId: page, format: "document" });
    const [first = ""] = document.document?.nodes.map(({ key }) => key ?? "") ?? [];
    const [present1 = ""] = present.document?.nodes.map(({ key }) => key ?? "") ?? [];
    await desk.publish({ operation: "revert_page", page, revision: before, block: [first, present1] });
    expect(await desk.text("setup")).toBe("# Setup\n\nOne.\n\nTwo!\n");
  });
});

describe("the record of who did what, and when", () => {
  it("names who created, edited and merged a change request", async () => {
    const { workspace, client, space } = desk;
    const branch = await desk.branch();
    await branch.edit(insert("A", "# A\n"));
    await branch.edit(insert("B", "# B\n"));
    await branch.merge();
    const names = { spaceId: space, changeRequestId: branch.id };
    const { createdBy, mergedBy, mergedAt, revisionMerged } = await client.changeRequests.get(names);
    expect([createdBy?.id, mergedBy?.id]).toEqual([workspace.user, workspace.user]);
    expect((await read(revisionMerged ?? "")).createdAt).toBe(mergedAt);
    const { items } = await client.changeRequests.listContributors(names);
    expect(items.map(({ user, count, actionType }) => [user.id, count, actionType])).toEqual([
      [workspace.user, 3, "edit"],
    ]);
  });
});
