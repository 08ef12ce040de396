import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Comment } from "../../../../src/contract/models/comment.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../../support/workspace.ts";

const text = `# Masts

Put up the mast before the rain.

* Check the first guy rope.
* Check the second guy rope.

| Rope | Length |
| ---- | ------ |
| North | 12 m |
| South | 14 m |

Keep the spare ropes in the shed.
`;

let workspace: Workspace;
let space: SeededSpace;
let page: string;
beforeEach(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Stations", [{ markdown: text }, { markdown: "# Vanes\n\nTurn it north.\n" }]);
  page = space.page("masts");
});
afterEach(() => workspace.close());

interface Node {
  readonly key?: string;
  readonly type?: string;
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Node[];
}

/** Blocks of the page as a reader sees them, by key. */
async function blocks(): Promise<Map<string, Node>> {
  const { document } = await workspace.client.pages.get({ spaceId: space.id, pageId: page, format: "document" });
  const found = new Map<string, Node>();
  const visit = (node: Node) => {
    if (node.key !== undefined) found.set(node.key, node);
    for (const inner of [...(node.nodes ?? []), ...(node.fragments ?? [])]) visit(inner);
  };
  for (const node of (document?.nodes ?? []) as readonly Node[]) visit(node);
  return found;
}

/** The key of the last block with these words, which is the innermost because inner blocks come after. */
async function keyOf(words: string, type?: string): Promise<string> {
  const fits = [...(await blocks())].filter(
    ([, node]) => JSON.stringify(node).includes(words) && (type === undefined || node.type === type),
  );
  return fits.at(-1)?.[0] ?? "";
}

async function commentOn(words: string, type?: string, tableCell?: { record: string; definition: string }) {
  const node = await keyOf(words, type);
  const cell = tableCell === undefined ? {} : { tableCell };
  return workspace.client.spaceComments.create({ spaceId: space.id, page, node, ...cell, body: { markdown: words } });
}

const reread = ({ id }: Comment) => workspace.client.spaceComments.get({ spaceId: space.id, commentId: id });
const rewrite = (...edits: [string, string][]) =>
  workspace.edit(space.id, [
    {
      operation: "update_page",
      page,
      document: { markdown: edits.reduce((edited, [from, to]) => edited.replace(from, to), text) },
    },
  ]);
/** The words of the block that a comment is about, in the newest content; undefined if it is gone. */
async function blockOf(comment: Comment): Promise<string | undefined> {
  const { target } = await reread(comment);
  const { revision } = await workspace.client.spaces.get({ spaceId: space.id });
  if (target.revision !== revision) return undefined;
  return JSON.stringify((await blocks()).get(target.node?.id ?? ""));
}

describe("a comment on a block", () => {
  it("uses the block's key in the page as a document", async () => {
    const comment = await commentOn("before the rain");
    expect(comment.target).toEqual({
      node: { id: await keyOf("before the rain") },
      page: { id: page },
      space: space.id,
      revision: space.revision,
    });
  });

  it("stays on it when other parts of the page change", async () => {
    const comment = await commentOn("before the rain");
    await rewrite(["# Masts\n", "# Masts\n\nRead this first.\n"], ["the shed", "the cellar"]);
    expect(await blockOf(comment)).toContain("before the rain");
  });

  it("stays on it when the block is edited", async () => {
    const comment = await commentOn("before the rain");
    await rewrite(["Put up the mast before the rain.", "Put up the mast well before the first rain of the year."]);
    expect(await blockOf(comment)).toContain("first rain of the year");
  });

  it("stays on it through many small edits that leave little of the original words", async () => {
    const comment = await commentOn("before the rain");
    const steps = [
      "Put up the mast after the rain.",
      "Put up the tall mast after the rain.",
      "Put up the tall pole after the rain.",
      "Lift the tall pole after the rain.",
      "Lift the tall pole after a storm.",
    ];
    for (const step of steps) await rewrite(["Put up the mast before the rain.", step]);
    expect(await blockOf(comment)).toContain("Lift the tall pole after a storm.");
  });

  it("stays on it when it moves within the page", async () => {
    const comment = await commentOn("before the rain");
    await rewrite(
      ["Put up the mast before the rain.\n\n", ""],
      ["the shed.\n", "the shed.\n\nPut up the mast before the rain.\n"],
    );
    expect(await blockOf(comment)).toContain("before the rain");
  });

  it("stays on it when the page is moved and renamed", async () => {
    const comment = await commentOn("before the rain");
    await workspace.edit(space.id, [
      { operation: "update_page", page, title: "Poles", slug: "poles", into: space.page("vanes") },
    ]);
    expect(await blockOf(comment)).toContain("before the rain");
  });

  it("stays on the right one of similar list items", async () => {
    const comment = await commentOn("second guy rope", "list-item");
    await rewrite(["* Check the first guy rope.\n", "* Check the new guy rope.\n* Check the first guy rope.\n"]);
    expect(await blockOf(comment)).toContain("second guy rope");
  });

  it("names the last revision that had it when it is deleted, and the newest when it is restored", async () => {
    const comment = await commentOn("before the rain");
    await rewrite(["Put up the mast before the rain.\n\n", ""]);
    expect((await reread(comment)).target).toEqual(comment.target);
    await rewrite(["Put up the mast before the rain.\n\n", ""], ["the shed", "the barn"]);
    expect((await reread(comment)).target).toEqual(comment.target);
    await rewrite();
    expect(await blockOf(comment)).toContain("before the rain");
  });

  it("is not moved to a block that replaced it", async () => {
    const comment = await commentOn("before the rain");
    await rewrite(["Put up the mast before the rain.", "Nobody reads introductions anyway."]);
    expect(await blockOf(comment)).toBeUndefined();
  });
});

describe("a comment on a page", () => {
  it("names the last revision that had the page when it is deleted, and the newest when it is restored", async () => {
    const onPage = { spaceId: space.id, page, body: { markdown: "Why?" } };
    const comment = await workspace.client.spaceComments.create(onPage);
    await workspace.edit(space.id, [{ operation: "delete_page", page }]);
    expect((await reread(comment)).target).toEqual({ page: { id: page }, space: space.id, revision: space.revision });
    await workspace.edit(space.id, [{ operation: "revert_page", page, revision: space.revision }]);
    const { revision } = await workspace.client.spaces.get({ spaceId: space.id });
    expect((await reread(comment)).target.revision).toBe(revision);
  });
});

describe("a comment on a table cell", () => {
  const south = { record: "record-2", definition: "column-2" };

  it("stays on the cell when rows and columns are added before it", async () => {
    const comment = await commentOn("North", "table", south);
    expect(comment.target.tableCell).toEqual(south);
    await rewrite([
      "| Rope | Length |\n| ---- | ------ |\n| North | 12 m |\n| South | 14 m |",
      "| Rope | Colour | Length |\n| ---- | ---- | ------ |\n| East | red | 9 m |\n| North | blue | 12 m |\n| South | green | 14 m |",
    ]);
    expect((await reread(comment)).target.tableCell).toEqual({ record: "record-3", definition: "column-3" });
    expect(await blockOf(comment)).toContain("South");
  });

  it("is lost with its row", async () => {
    const comment = await commentOn("North", "table", south);
    await rewrite(["| South | 14 m |\n", ""]);
    expect((await reread(comment)).target).toEqual(comment.target);
  });
});

describe("a change request", () => {
  it("keeps its comments on their blocks through edits, an update from the space and its merge", async () => {
    const { client } = workspace;
    const draft = await workspace.openChangeRequest(space.id, [
      { operation: "update_page", page, document: { markdown: text.replace("the rain", "the storm") } },
    ]);
    const names = { spaceId: space.id, changeRequestId: draft.id };
    const read = async () => {
      const { document } = await client.changeRequestContent.page({ ...names, pageId: page, format: "document" });
      return (document?.nodes ?? []) as readonly Node[];
    };
    const node = (await read()).find((block) => JSON.stringify(block).includes("before the storm"))?.key ?? "";
    const comment = await client.changeRequestComments.create({ ...names, page, node, body: { markdown: "Hail?" } });
    expect(comment.target).toEqual({
      node: { id: node },
      page: { id: page },
      changeRequest: draft.id,
      space: space.id,
      revision: draft.revision,
    });
    await client.changeRequestContent.apply({
      ...names,
      changes: [{ operation: "update_page", page, document: { markdown: text.replace("the rain", "the next storm") } }],
    });
    await rewrite(["the shed", "the cellar"]);
    await client.changeRequests.updateFromSpace(names);
    await client.changeRequests.merge(names);
    const after = await client.changeRequestComments.get({ ...names, commentId: comment.id });
    expect(after.target.revision).toBe((await client.changeRequests.get(names)).revision);
    const block = (await read()).find(({ key }) => key === after.target.node?.id);
    expect(JSON.stringify(block)).toContain("before the next storm");
  });
});

describe("a target that does not exist", () => {
  const body = { markdown: "Where?" };
  it.each([
    ["a block without a page", { node: "k" }, "page: is missing. Name the page that `node` is on."],
    ["a page of another space", { page: "nowhere" }, "has no page nowhere"],
  ])("is rejected: %s", async (_, target, problem) => {
    await expect(workspace.client.spaceComments.create({ spaceId: space.id, ...target, body })).rejects.toThrow(
      problem,
    );
  });

  it("is rejected: a block of another page, a cell of a paragraph, a missing cell", async () => {
    const post = (target: object) =>
      workspace.client.spaceComments.create({ spaceId: space.id, page, body, ...target });
    const node = await keyOf("before the rain");
    const tableCell = { record: "record-1", definition: "column-9" };
    await expect(post({ page: space.page("vanes"), node })).rejects.toThrow(`has no block ${node}`);
    await expect(post({ node, tableCell })).rejects.toThrow(`block ${node} is not a table but a paragraph`);
    await expect(post({ node: await keyOf("North", "table"), tableCell })).rejects.toThrow("the table has no column-9");
    await expect(post({ tableCell })).rejects.toThrow("node: is missing. Name the table that `tableCell` is in.");
  });
});
