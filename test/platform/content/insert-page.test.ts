import { describe, expect, it } from "vitest";
import { insert, openDesk, refusal } from "./desk.ts";

describe("the title of an inserted page", () => {
  const headed = "# Heading\n\nBody\n";
  const titles = [
    { from: "the title field before front matter", title: "Field", markdown: `---\ntitle: Front\n---\n${headed}` },
    { from: "the title field before its heading", title: "Field", markdown: headed },
    { from: "the title field", title: "Field", markdown: "Body\n" },
    { from: "front matter", title: undefined, markdown: `---\ntitle: Front\n---\n${headed}`, expected: "Front" },
    { from: "its heading", title: undefined, markdown: headed, expected: "Heading" },
  ];
  it.each(titles)("comes from $from", async ({ markdown, title, expected = title }) => {
    const desk = await openDesk();
    const branch = await desk.branch();
    const [page = ""] = await branch.edit({
      operation: "insert_page",
      ...(title === undefined ? {} : { title }),
      document: { markdown },
    });
    const read = await desk.client.changeRequestContent.page({
      spaceId: desk.space,
      changeRequestId: branch.id,
      pageId: page,
    });
    expect(read.title).toBe(expected);
  });

  it("is Untitled if nothing provides one, and is written into the text", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    await branch.edit({ operation: "insert_page", document: { markdown: "" } });
    expect(await branch.paths()).toEqual(["untitled"]);
    expect(await branch.text("untitled")).toBe("# Untitled\n");
  });

  it("is cut to 300 characters for an endless heading", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    await branch.edit({ operation: "insert_page", document: { markdown: `# ${"long ".repeat(10_000)}\n` } });
    const { pages } = await desk.client.changeRequestContent.pages({ spaceId: desk.space, changeRequestId: branch.id });
    expect(pages[0]?.title).toBe(`${"long ".repeat(59)}long`);
  });
});

describe("the place of an inserted page", () => {
  it("is the index among its siblings, and the end for an index beyond it", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    await branch.edit(
      insert("B", "b\n"),
      insert("D", "d\n"),
      insert("A", "a\n", { at: 0 }),
      insert("C", "c\n", { at: 2 }),
      insert("E", "e\n", { at: 99_999 }),
      insert("F", "f\n"),
    );
    expect(await branch.paths()).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  it("is under the given parent", async () => {
    const desk = await openDesk();
    const [guides = ""] = await desk.publish(insert("Guides", "guides\n"));
    const [setup = ""] = await desk.publish(insert("Setup", "setup\n", { into: guides }));
    await desk.publish(
      insert("Linux", "linux\n", { into: setup }),
      insert("About", "about\n", { into: guides, at: 0 }),
    );
    expect(await desk.paths()).toEqual(["guides", "guides/about", "guides/setup", "guides/setup/linux"]);
  });

  it("is rejected under a parent that does not exist", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    expect(await refusal(branch.edit(insert("Setup", "setup\n", { into: "missing" })))).toBe(
      "404 changes.0 (insert_page): into: the change request has no page missing. It may have been deleted; list the pages of the change request.",
    );
  });

  it("gets a slug that no sibling has", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    const [parent = ""] = await branch.edit(
      insert("Setup", "one\n"),
      insert("Setup", "two\n"),
      insert("setup!", "three\n"),
    );
    await branch.edit(insert("Setup", "four\n", { into: parent }), insert("Install", "five\n", { slug: "Setup Now" }));
    expect(await branch.paths()).toEqual(["setup", "setup/setup", "setup-1", "setup-2", "setup-now"]);
  });
});

describe("a link to a ref", () => {
  it("leads to the page with that ref, whichever comes first", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    const [first = "", second = ""] = await branch.edit(
      insert("First", "[next](./two.md) and [its part](./two#part)\n", { ref: "one" }),
      insert("Second", "[back](./one)\n", { ref: "two" }),
    );
    expect(await branch.text("first")).toBe("# First\n\n[next](second.md) and [its part](second.md#part)\n");
    expect(await targets(desk, branch.id, first)).toEqual([
      { kind: "page", page: second, space: desk.space },
      { kind: "anchor", anchor: "part", page: second, space: desk.space },
    ]);
    expect(await targets(desk, branch.id, second)).toEqual([{ kind: "page", page: first, space: desk.space }]);
  });

  it("leads to a file with that ref from a page below others", async () => {
    const desk = await openDesk();
    const [parent = ""] = await desk.publish(insert("Parent", "parent\n"));
    const branch = await desk.branch();
    const { insertedFiles } = await branch.apply([
      insert("Child", "![chart](./chart)\n", { into: parent }),
      {
        operation: "insert_files",
        files: [{ name: "my chart.png", ref: "chart", contentType: "image/png", base64: "iVBORw0KGgo=" }],
      },
    ]);
    expect(await branch.text("parent/child")).toBe("# Child\n\n![chart](../.gitbook/assets/my%20chart.png)\n");
    const { pages } = await desk.client.changeRequestContent.pages({ spaceId: desk.space, changeRequestId: branch.id });
    const child = pages[0]?.pages?.[0]?.id ?? "";
    expect(await targets(desk, branch.id, child)).toEqual([
      { kind: "file", file: insertedFiles?.[0]?.id, space: desk.space },
    ]);
  });

  it("does not change an older link in a page whose body the request does not contain", async () => {
    const desk = await openDesk();
    const [, index = ""] = await desk.publish(insert("Setup", "old\n"), insert("Index", "[setup](./setup.md)\n"));
    const branch = await desk.branch();
    await branch.edit(
      { operation: "update_page", page: index, at: 0 },
      insert("Setup again", "new\n", { ref: "setup" }),
    );
    expect(await branch.text("index")).toBe("# Index\n\n[setup](./setup.md)\n");
  });

  it("is rejected when two things have the same ref", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    expect(await refusal(branch.edit(insert("A", "a\n", { ref: "x" }), insert("B", "b\n", { ref: "x" })))).toBe(
      '400 changes.1 (insert_page): ref "x" is used twice in this request.',
    );
  });
});

describe("an inserted file", () => {
  it.each([
    ["..", ".gitbook/assets/file"],
    [".git", ".gitbook/assets/git"],
    ["../../etc/passwd", ".gitbook/assets/-..-etc-passwd"],
    ["a:b\\c\u0000.png", ".gitbook/assets/a-b-c-.png"],
    [`${"長".repeat(120)}.svg`, `.gitbook/assets/${"長".repeat(66)}.svg`],
  ])("named %s gets a path that is valid in every folder", async (name, path) => {
    const desk = await openDesk();
    const branch = await desk.branch();
    const files = [{ name, contentType: "text/plain", base64: "aGk=" }];
    const { insertedFiles } = await branch.apply([{ operation: "insert_files", files }]);
    expect(insertedFiles?.[0]).toMatchObject({ name, git: { path } });
  });

  it("is rejected above 1 MB and when it is not base64", async () => {
    const desk = await openDesk();
    const branch = await desk.branch();
    const send = (base64: string) =>
      refusal(branch.apply([{ operation: "insert_files", files: [{ name: "a", contentType: "text/plain", base64 }] }]));
    expect(await send("A".repeat(1_398_108))).toContain("413 changes.0 (insert_files): files.0.base64");
    expect(await send("not base64!")).toContain("400 changes.0 (insert_files): files.0.base64 is not base64.");
  });
});

async function targets(desk: Awaited<ReturnType<typeof openDesk>>, changeRequestId: string, pageId: string) {
  const { document } = await desk.client.changeRequestContent.page({
    spaceId: desk.space,
    changeRequestId,
    pageId,
    format: "document",
  });
  const found: unknown[] = [];
  JSON.stringify(document, (key, value) => {
    if (key === "ref") found.push(value);
    return value;
  });
  return found;
}
