import { describe, expect, it } from "vitest";
import { type Branch, type Change, type Desk, insert, openDesk, refusal, remove, write } from "./desk.ts";

const revert = (page: string, more: Partial<Change & { operation: "revert_page" }> = {}): Change => ({
  operation: "revert_page",
  page,
  ...more,
});
const move = (page: string, into: string | null, at?: number): Change => ({
  operation: "update_page",
  page,
  into,
  ...(at === undefined ? {} : { at }),
});

async function blockKeys(desk: Desk, branch: Branch, pageId: string): Promise<Map<string, string>> {
  const { document } = await desk.client.changeRequestContent.page({
    spaceId: desk.space,
    changeRequestId: branch.id,
    pageId,
    format: "document",
  });
  return new Map((document?.nodes ?? []).map((node) => [wordsOf(node), String(node.key)]));
}

function wordsOf(node: unknown): string {
  const words: string[] = [];
  JSON.stringify(node, (key, value) => {
    if (key === "text" && typeof value === "string") words.push(value);
    return key === "source" ? undefined : value;
  });
  return words.join("");
}

describe("reverting a page", () => {
  it("undoes an edit of text, title, slug and place", async () => {
    const desk = await openDesk();
    const [one = "", two = ""] = await desk.publish(insert("One", "first\n", { emoji: "1f600" }), insert("Two", "2\n"));
    const branch = await desk.branch();
    await branch.edit(write(one, "# Changed\n"), {
      operation: "update_page",
      page: one,
      slug: "changed",
      into: two,
      emoji: null,
    });
    expect(await branch.paths()).toEqual(["two", "two/changed"]);
    await branch.edit(revert(one));
    expect(await branch.paths()).toEqual(["one", "two"]);
    expect(await branch.text("one")).toBe("---\nemoji: 1f600\n---\n\n# One\n\nfirst\n");
    expect(await branch.changes()).toEqual([]);
  });

  it("removes a page the change request added, with the pages it added below", async () => {
    const desk = await openDesk();
    await desk.publish(insert("One", "1\n"));
    const branch = await desk.branch();
    const [added = ""] = await branch.edit(insert("Added", "new\n"));
    const [below = ""] = await branch.edit(insert("Below", "new\n", { into: added }));
    const { changes } = await branch.apply([revert(added)]);
    expect(changes).toEqual([
      { object: "deleted_page", page: added },
      { object: "deleted_page", page: below },
    ]);
    expect(await branch.paths()).toEqual(["one"]);
  });

  it("moves pages that were moved into an added page back to where they were", async () => {
    const desk = await openDesk();
    const [one = "", two = ""] = await desk.publish(insert("One", "1\n"), insert("Two", "2\n"), insert("Three", "3\n"));
    await desk.publish(insert("Below", "2.1\n", { into: two }));
    const branch = await desk.branch();
    const [added = ""] = await branch.edit(insert("Added", "new\n"));
    await branch.edit(move(two, added), move(one, two));
    expect(await branch.paths()).toEqual(["three", "added", "added/two", "added/two/below", "added/two/one"]);
    await branch.edit(revert(added));
    expect(await branch.paths()).toEqual(["two", "two/below", "two/one", "three"]);
    await branch.edit(revert(one));
    expect(await branch.paths()).toEqual(["one", "two", "two/below", "three"]);
    expect(await branch.changes()).toEqual([]);
  });

  it("restores a deleted page with the pages below it", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", "1\n"), insert("Two", "2\n"));
    await desk.publish(insert("Below", "1.1\n", { into: one }));
    const branch = await desk.branch();
    await branch.edit(remove(one));
    expect(await branch.paths()).toEqual(["two"]);
    await branch.edit(revert(one));
    expect(await branch.paths()).toEqual(["one", "one/below", "two"]);
    expect(await branch.text("one/below")).toBe("# Below\n\n1.1\n");
    expect(await branch.changes()).toEqual([]);
  });

  it("does not affect a page that had left the deleted one before", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", "1\n"));
    const [child = ""] = await desk.publish(insert("Child", "1.1\n", { into: one }));
    const branch = await desk.branch();
    await branch.edit(move(child, null), remove(one));
    await branch.edit(revert(one));
    expect((await branch.paths()).sort()).toEqual(["child", "one"]);
  });

  it("restores a page at the root when its parent is gone, under a free slug", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", "1\n"));
    const [child = ""] = await desk.publish(insert("Child", "1.1\n", { into: one }));
    const branch = await desk.branch();
    await branch.edit(remove(one), insert("Child", "other\n"));
    await branch.edit(revert(child));
    expect((await branch.paths()).sort()).toEqual(["child", "child-1"]);
    expect(await branch.text("child-1")).toBe("# Child\n\n1.1\n");
  });

  it("counts as an update in the batch that deleted the page", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", "1\n"));
    const branch = await desk.branch();
    const { changes } = await branch.apply([remove(one), revert(one)]);
    expect(changes.map((change) => change.object)).toEqual(["updated_page"]);
  });

  it("leaves the page in place when its former parent is now below it", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", "1\n"));
    const [child = ""] = await desk.publish(insert("Child", "1.1\n", { into: one }));
    const branch = await desk.branch();
    await branch.edit(move(child, null), move(one, child));
    await branch.edit(revert(child));
    expect(await branch.paths()).toEqual(["child", "child/one"]);
  });

  it("restores the page as it is in a named revision", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", "first\n"));
    const { revision } = await desk.client.spaces.get({ spaceId: desk.space });
    await desk.publish(write(one, "# One\n\nsecond\n"));
    const branch = await desk.branch();
    await branch.edit(revert(one, { revision: String(revision) }));
    expect(await branch.text("one")).toBe("# One\n\nfirst\n");
    expect(await refusal(branch.edit(revert(one, { revision: "missing" })))).toContain(
      "404 changes.0 (revert_page): revision: the space has no revision missing.",
    );
  });

  it("is rejected for an unknown page", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    expect(await refusal(branch.edit(revert("missing")))).toContain("404 changes.0 (revert_page): page: neither");
  });
});

describe("reverting blocks", () => {
  const text = "---\nicon: bolt\n---\n\n# One\n\nalpha\n\nsee [two](two.md)\n\ngamma\n";

  it("restores removed blocks in place and leaves every other byte unchanged", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", text), insert("Two", "2\n"));
    const branch = await desk.branch();
    const former = await blockKeys(desk, branch, one);
    await branch.edit(write(one, "---\nicon: bolt\n---\n\n# One\n\ngamma\n\n\ndelta  \n"));
    await branch.edit(revert(one, { block: [former.get("alpha") ?? "", former.get("see two") ?? ""] }));
    expect(await branch.text("one")).toBe(
      "---\nicon: bolt\n---\n\n# One\n\nalpha\n\nsee [two](two.md)\n\ngamma\n\n\ndelta  \n",
    );
  });

  it("removes blocks the change request added", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", text), insert("Two", "2\n"));
    const branch = await desk.branch();
    await branch.edit(write(one, text.replace("gamma", "inserted [two](two.md)\n\ngamma")));
    const present = await blockKeys(desk, branch, one);
    await branch.edit(revert(one, { block: [present.get("inserted two") ?? ""] }));
    expect(await branch.text("one")).toBe(text);
  });

  it("is rejected for an unknown key, and for a page that is not on both sides", async () => {
    const desk = await openDesk();
    const [one = ""] = await desk.publish(insert("One", text));
    const branch = await desk.branch();
    const [added = ""] = await branch.edit(insert("Added", "new\n"));
    expect(await refusal(branch.edit(revert(one, { block: ["nothing"] })))).toContain(
      `404 changes.0 (revert_page): block: page ${one} has no block nothing`,
    );
    expect(await refusal(branch.edit(revert(added, { block: ["nothing"] })))).toContain(
      `409 changes.0 (revert_page): block: page ${added} does not have a body on both sides`,
    );
  });
});
