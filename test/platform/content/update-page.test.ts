import { describe, expect, it } from "vitest";
import { type Branch, type Change, type Desk, insert, openDesk, refusal, remove, write } from "./desk.ts";

type Update = Omit<Change & { operation: "update_page" }, "operation" | "page">;

const update = (page: string, change: Update): Change => ({ operation: "update_page", page, ...change });

async function read(desk: Desk, branch: Branch, pageId: string) {
  const address = { spaceId: desk.space, changeRequestId: branch.id };
  return desk.client.changeRequestContent.page({ ...address, pageId, format: "markdown" });
}

describe("updating a page", () => {
  it("replaces the body and uses the title of its heading", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("Old", "old body\n"));
    const branch = await desk.branch();
    await branch.edit(write(page, "# New\r\n\r\nnew body"));
    expect(await read(desk, branch, page)).toMatchObject({
      title: "New",
      slug: "old",
      markdown: "# New\r\n\r\nnew body",
    });
    expect(await desk.text("old")).toBe("# Old\n\nold body\n");
  });

  it("keeps the title if the body has none", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("Title", "body\n"));
    const branch = await desk.branch();
    await branch.edit(write(page, "other body\n"));
    expect(await branch.text("title")).toBe("# Title\n\nother body\n");
  });

  it("rewrites only the heading for a new title", async () => {
    const desk = await openDesk();
    const text = "<!-- note -->\n\n#   Old title   #\n\nBody with  odd   spacing\n\n# Old title\n";
    const [page = ""] = await desk.publish({ operation: "insert_page", document: { markdown: text } });
    const branch = await desk.branch();
    await branch.edit(update(page, { title: "New & *better*" }));
    expect(await read(desk, branch, page)).toMatchObject({
      title: "New & *better*",
      markdown: "<!-- note -->\n\n#   New \\& \\*better\\*   #\n\nBody with  odd   spacing\n\n# Old title\n",
    });
  });

  it("rewrites the title in the front matter if it is there", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("", "---\nicon: bolt\ntitle: Old\n---\n\nBody\n", { title: "x" }));
    const branch = await desk.branch();
    await branch.edit(update(page, { title: "New: again" }));
    expect((await read(desk, branch, page)).markdown).toBe('---\nicon: bolt\ntitle: "New: again"\n---\n\nBody\n');
  });

  it("changes the slug, and keeps it unique", async () => {
    const desk = await openDesk();
    const [, second = ""] = await desk.publish(insert("One", "1\n"), insert("Two", "2\n"));
    const branch = await desk.branch();
    await branch.edit(update(second, { slug: "One" }));
    expect(await branch.paths()).toEqual(["one", "one-1"]);
    await branch.edit(update(second, { slug: "one-1" }));
    expect(await branch.paths()).toEqual(["one", "one-1"]);
  });

  it("clears an emoji with null and sets other members", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("One", "1\n", { emoji: "1f600", description: "A page" }));
    const branch = await desk.branch();
    await branch.edit(update(page, { emoji: null, hidden: true, icon: "bolt" }));
    const changed = await read(desk, branch, page);
    expect(changed).toMatchObject({ description: "A page", hidden: true, icon: "bolt" });
    expect(changed).not.toHaveProperty("emoji");
    expect((await desk.client.pages.get({ spaceId: desk.space, pageId: page })).emoji).toBe("1f600");
  });

  it("rejects a body over 5 MB", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("One", "1\n"));
    const branch = await desk.branch();
    expect(await refusal(branch.edit(write(page, "é".repeat(2_621_441))))).toBe(
      "413 changes.0 (update_page): document: a page holds at most 5 MB of text. Split it into several pages.",
    );
    await branch.edit(write(page, "é".repeat(2_621_430)));
  });

  it("rejects a body of more than 100,000 lines", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("One", "1\n"));
    const branch = await desk.branch();
    const refused = "document: a page holds at most 100,000 lines. Split it into several pages.";
    expect(await refusal(branch.edit(write(page, "a\n".repeat(100_001))))).toBe(
      `413 changes.0 (update_page): ${refused}`,
    );
    expect(await refusal(branch.edit(insert("Two", "\n".repeat(100_001))))).toBe(
      `413 changes.0 (insert_page): ${refused}`,
    );
    await branch.edit(write(page, `# One\n${"a\n".repeat(99_000)}`));
  });
});

describe("moving a page", () => {
  async function tree() {
    const desk = await openDesk();
    const [a = "", b = "", c = ""] = await desk.publish(insert("A", "a\n"), insert("B", "b\n"), insert("C", "c\n"));
    const [d = ""] = await desk.publish(insert("D", "d\n", { into: a }));
    return { desk, branch: await desk.branch(), a, b, c, d };
  }

  it("moves its subpages too, to the end or to an index", async () => {
    const { branch, a, b, c } = await tree();
    await branch.edit(update(a, { into: b }));
    await branch.edit(update(c, { into: b, at: 0 }));
    expect(await branch.paths()).toEqual(["b", "b/c", "b/a", "b/a/d"]);
  });

  it("moves it to the root with null", async () => {
    const { branch, d } = await tree();
    await branch.edit(update(d, { into: null, at: 1 }));
    expect(await branch.paths()).toEqual(["a", "d", "b", "c"]);
  });

  it("reorders siblings, counting the index without the page itself", async () => {
    const { branch, a, c } = await tree();
    await branch.edit(update(a, { at: 1 }));
    expect(await branch.paths()).toEqual(["b", "a", "a/d", "c"]);
    await branch.edit(update(c, { at: 0 }), update(a, { at: 2 }));
    expect(await branch.paths()).toEqual(["c", "b", "a", "a/d"]);
  });

  it("keeps its place when it is moved to where it is", async () => {
    const { branch, b } = await tree();
    await branch.edit(update(b, { into: null, at: 1 }));
    expect(await branch.paths()).toEqual(["a", "a/d", "b", "c"]);
    await branch.edit(update(b, { into: null, title: "Bee" }));
    expect(await branch.paths()).toEqual(["a", "a/d", "b", "c"]);
  });

  it("frees its slug in the old place and changes it in the new one if necessary", async () => {
    const { desk, branch, a, b } = await tree();
    await branch.edit(insert("A", "other\n", { into: b }), update(a, { into: b }), insert("A", "third\n"));
    expect(await branch.paths()).toEqual(["b", "b/a", "b/a-1", "b/a-1/d", "c", "a"]);
    expect(await desk.paths()).toEqual(["a", "a/d", "b", "c"]);
  });

  it("is rejected into itself and into a page below it", async () => {
    const { branch, a, d } = await tree();
    const words = "409 changes.0 (update_page): Page";
    expect(await refusal(branch.edit(update(a, { into: a })))).toContain(`${words} ${a} cannot go into ${a}`);
    expect(await refusal(branch.edit(update(a, { into: d })))).toContain(`${words} ${a} cannot go into ${d}`);
    await branch.edit(update(d, { into: null }), update(a, { into: d }));
    expect(await branch.paths()).toEqual(["b", "c", "d", "d/a"]);
  });
});

describe("a page that another request deleted or moved meanwhile", () => {
  it("cannot be edited once the change request was updated with the deletion", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("One", "1\n"), insert("Two", "2\n"));
    const branch = await desk.branch();
    await desk.publish(remove(page));
    expect((await branch.update()).result).toBe("update");
    expect(await refusal(branch.edit(write(page, "later\n")))).toContain(
      `404 changes.0 (update_page): page: the change request has no page ${page}.`,
    );
  });

  it("is edited in its new place", async () => {
    const desk = await openDesk();
    const [page = "", folder = ""] = await desk.publish(insert("One", "1\n"), insert("Two", "2\n"));
    const branch = await desk.branch();
    await desk.publish(update(page, { into: folder }));
    await branch.edit(write(page, "# One\n\nedited\n"));
    expect((await branch.merge()).result).toBe("merge");
    expect(await desk.paths()).toEqual(["two", "two/one"]);
    expect(await desk.text("two/one")).toBe("# One\n\nedited\n");
  });
});
