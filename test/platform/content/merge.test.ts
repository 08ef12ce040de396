import { describe, expect, it } from "vitest";
import { contentFaults } from "../../support/content-integrity.ts";
import { type Change, type Desk, insert, openDesk, refusal, remove, write } from "./desk.ts";

const update = (page: string, change: Omit<Change & { operation: "update_page" }, "operation" | "page">): Change => ({
  operation: "update_page",
  page,
  ...change,
});

/** One page in the space, and a change request that lacks what main gets afterwards. */
async function onePage(text = "# One\n\nalpha\n\nbeta\n\ngamma\n") {
  const desk = await openDesk();
  const [page = ""] = await desk.publish(insert("One", text));
  return { desk, page, branch: await desk.branch() };
}

async function sound(desk: Desk): Promise<void> {
  expect(await contentFaults(desk.workspace.platform)).toEqual([]);
}

describe("merging without a conflict", () => {
  it("takes the change request unchanged if the space did not change", async () => {
    const { desk, page, branch } = await onePage();
    await branch.edit(write(page, "# One\n\nnew\n"), insert("Two", "2\n"));
    const outcome = await branch.merge();
    expect(outcome).toMatchObject({ result: "merge" });
    expect(await desk.text("one")).toBe("# One\n\nnew\n");
    expect(await desk.paths()).toEqual(["one", "two"]);
    const changeRequest = await desk.client.changeRequests.get({ spaceId: desk.space, changeRequestId: branch.id });
    expect(changeRequest).toMatchObject({ status: "merged", revisionMerged: outcome.revision, outdated: false });
    expect(await desk.client.revisions.current({ spaceId: desk.space })).toMatchObject({
      id: outcome.revision,
      type: "merge",
      parents: [changeRequest.revisionInitial, changeRequest.revision],
    });
    await sound(desk);
  });

  it("combines changes of different pages", async () => {
    const { desk, page, branch } = await onePage();
    const [two = ""] = await desk.publish(insert("Two", "2\n"));
    const other = await desk.branch();
    await branch.edit(write(page, "# One\n\nchanged\n"), insert("Three", "3\n", { at: 0 }));
    await other.edit(write(two, "# Two\n\nchanged\n"));
    expect((await other.merge()).result).toBe("merge");
    expect((await branch.merge()).result).toBe("merge");
    expect(await desk.paths()).toEqual(["three", "one", "two"]);
    expect(await desk.text("one")).toBe("# One\n\nchanged\n");
    expect(await desk.text("two")).toBe("# Two\n\nchanged\n");
    await sound(desk);
  });

  it("combines different paragraphs of one page", async () => {
    const { desk, page, branch } = await onePage();
    await desk.publish(write(page, "# One\n\nALPHA\n\nbeta\n\ngamma\n"));
    await branch.edit(write(page, "# One\n\nalpha\n\nbeta\n\nGAMMA\n"));
    expect((await branch.merge()).result).toBe("merge");
    expect(await desk.text("one")).toBe("# One\n\nALPHA\n\nbeta\n\nGAMMA\n");
    await sound(desk);
  });

  it("combines a title and a body", async () => {
    const { desk, page, branch } = await onePage();
    await desk.publish(update(page, { title: "First", emoji: "1f600" }));
    await branch.edit(write(page, "# One\n\nalpha\n\nbeta\n\nGAMMA\n"));
    expect((await branch.merge()).result).toBe("merge");
    const merged = await desk.client.pages.get({ spaceId: desk.space, pageId: page, format: "markdown" });
    expect(merged).toMatchObject({
      title: "First",
      emoji: "1f600",
      markdown: "---\nemoji: 1f600\n---\n\n# First\n\nalpha\n\nbeta\n\nGAMMA\n",
    });
    await sound(desk);
  });

  it("applies a change made on both sides once", async () => {
    const { desk, page, branch } = await onePage();
    await desk.publish(write(page, "# Uno\n\nsame\n"), insert("Two", "2\n"));
    await branch.edit(write(page, "# Uno\n\nsame\n"));
    expect((await branch.merge()).result).toBe("merge");
    expect(await desk.text("one")).toBe("# Uno\n\nsame\n");
    await sound(desk);
  });

  it("keeps both pages inserted at the same place", async () => {
    const { desk, branch } = await onePage();
    await desk.publish(insert("Theirs", "t\n", { at: 0 }));
    await branch.edit(insert("Mine", "m\n", { at: 0 }));
    expect((await branch.merge()).result).toBe("merge");
    const paths = await desk.paths();
    expect([...paths].sort()).toEqual(["mine", "one", "theirs"]);
    expect(paths[2]).toBe("one");
    const next = await desk.branch();
    await next.edit(insert("Between", "b\n", { at: 1 }));
    expect((await next.paths())[1]).toBe("between");
    expect((await next.merge()).result).toBe("merge");
    expect(await desk.paths()).toEqual([paths[0], "between", paths[1], "one"]);
    await sound(desk);
  });

  it("records only the revision when there is nothing to merge", async () => {
    const { desk, branch } = await onePage();
    expect((await branch.merge()).result).toBe("merge");
    expect(await desk.paths()).toEqual(["one"]);
  });

  it("updates the search index immediately, including deletions", async () => {
    const { desk, page, branch } = await onePage();
    const [two = ""] = await branch.edit(insert("Zebra", "quagga body\n"));
    expect(await desk.search("quagga")).toEqual([]);
    await branch.merge();
    expect(await desk.search("quagga")).toEqual(["zebra"]);
    await desk.publish(update(two, { document: { markdown: "# Okapi\n\nforest body\n" } }), remove(page));
    expect(await desk.search("okapi")).toEqual(["zebra"]);
    expect(await desk.search("quagga")).toEqual([]);
    expect(await desk.search("gamma")).toEqual([]);
    await sound(desk);
  });
});

describe("a slug and source path used on both sides", () => {
  const page = (title: string, id: string) => insert(title, `${id} body\n`);

  it("stay with the space's page when the change request is merged", async () => {
    const { desk, branch } = await onePage();
    await desk.publish(page("Setup", "space"));
    await branch.edit(page("Setup", "request"));
    expect((await branch.merge()).result).toBe("merge");
    expect((await desk.paths()).sort()).toEqual(["one", "setup", "setup-1"]);
    expect(await desk.text("setup")).toBe("# Setup\n\nspace body\n");
    expect(await desk.text("setup-1")).toBe("# Setup\n\nrequest body\n");
    await sound(desk);
  });

  it("stay with the space's page when the change request is updated, which then shows only its own changes", async () => {
    const { desk, branch } = await onePage();
    await desk.publish(page("Setup", "space"));
    await branch.edit(page("Setup", "request"));
    expect((await branch.update()).result).toBe("update");
    expect(await branch.changes()).toEqual(["page_created setup-1"]);
    expect((await branch.merge()).result).toBe("merge");
    expect(await desk.text("setup")).toBe("# Setup\n\nspace body\n");
    expect(await desk.text("setup-1")).toBe("# Setup\n\nrequest body\n");
    await sound(desk);
  });

  it.each(["merge", "update"] as const)(
    "do not lead the change request's links to the space's page (%s)",
    async (way) => {
      const { desk, page: one, branch } = await onePage();
      const image = (base64: string): Change => ({
        operation: "insert_files",
        files: [{ name: "chart.png", ref: "chart", contentType: "image/png", base64 }],
      });
      await desk.publish(page("Setup", "space"), image("AAAA"), insert("Guide", "[s](setup.md#x) ![c](./chart)\n"));
      const links = "[s](setup.md#x) `setup.md` ![c](./chart)\n";
      await branch.edit(page("Setup", "request"), image("BBBB"), insert("Index", links), write(one, links));
      if (way === "update") await branch.update();
      expect((await branch.merge()).result).toBe("merge");
      const kept = "[s](setup-1.md#x) `setup.md` ![c](.gitbook/assets/chart-1.png)\n";
      expect(await desk.text("index")).toBe(`# Index\n\n${kept}`);
      expect(await desk.text("one")).toBe(`# One\n\n${kept}`);
      expect(await desk.text("guide")).toBe("# Guide\n\n[s](setup.md#x) ![c](.gitbook/assets/chart.png)\n");
      await sound(desk);
    },
  );

  it("stay with the space's page when only the slug is the same", async () => {
    const { desk, page: one, branch } = await onePage();
    await desk.publish(insert("Setup", "space body\n"));
    await branch.edit(update(one, { slug: "setup" }));
    expect((await branch.update()).result).toBe("update");
    expect(await branch.paths()).toEqual(["setup-1", "setup"]);
    expect(await branch.text("setup")).toBe("# Setup\n\nspace body\n");
    expect(await branch.changes()).toEqual(["page_edited setup-1"]);
    await sound(desk);
  });

  it("move to a page that freed them", async () => {
    const { desk, page: one, branch } = await onePage();
    await branch.edit(update(one, { slug: "former" }), insert("One", "new\n"));
    await desk.publish(insert("Two", "2\n"));
    expect((await branch.merge()).result).toBe("merge");
    expect((await desk.paths()).sort()).toEqual(["former", "one", "two"]);
    expect(await desk.text("one")).toBe("# One\n\nnew\n");
    await sound(desk);
  });

  it("are swapped by two pages of one change request", async () => {
    const { desk, page: one, branch } = await onePage();
    const [two = ""] = await desk.publish(insert("Two", "2\n"));
    await branch.update();
    await branch.edit(update(one, { slug: "tmp" }), update(two, { slug: "one" }), update(one, { slug: "two" }));
    await desk.publish(insert("Three", "3\n"));
    expect((await branch.merge()).result).toBe("merge");
    expect(await desk.text("one")).toBe("# Two\n\n2\n");
    expect(await desk.paths()).toEqual(["two", "one", "three"]);
    await sound(desk);
  });
});

describe("merging", () => {
  it("is rejected for a merged and for an archived change request", async () => {
    const { desk, page, branch } = await onePage();
    const address = { spaceId: desk.space, changeRequestId: branch.id };
    await desk.client.changeRequests.update({ ...address, status: "archived" });
    const archived = 'Change request 2 is archived and cannot be merged. Set its status to "open" first.';
    expect(await refusal(branch.merge())).toBe(`409 ${archived}`);
    expect(await refusal(branch.edit(write(page, "x\n")))).toContain("409 Change request 2 is archived");
    expect(await refusal(branch.update())).toContain("409 Change request 2 is archived");
    await desk.client.changeRequests.update({ ...address, status: "open" });
    expect((await branch.merge()).result).toBe("merge");
    const merged = "409 Change request 2 is already merged and cannot be";
    expect(await refusal(branch.merge())).toBe(`${merged} merged. Start a new one.`);
    expect(await refusal(branch.edit(write(page, "x\n")))).toBe(`${merged} edited. Start a new one.`);
    expect(await refusal(branch.update())).toBe(`${merged} updated. Start a new one.`);
    expect(await refusal(desk.client.changeRequests.update({ ...address, status: "open" }))).toContain("409");
  });

  it("is rejected in a locked space", async () => {
    const { desk, page, branch } = await onePage();
    await branch.edit(write(page, "x\n"));
    await desk.client.spaces.update({ spaceId: desk.space, editMode: "locked" });
    expect(await refusal(branch.merge())).toContain(`409 Space ${desk.space} is locked`);
    await desk.client.spaces.update({ spaceId: desk.space, editMode: "live" });
    expect((await branch.merge()).result).toBe("merge");
  });
});

describe("updating from the space", () => {
  it("makes the change request up to date, and shows only its own changes", async () => {
    const { desk, page, branch } = await onePage();
    const outdated = async () =>
      (await desk.client.changeRequests.get({ spaceId: desk.space, changeRequestId: branch.id })).outdated;
    await branch.edit(write(page, "# One\n\nalpha\n\nbeta\n\nGAMMA\n"), insert("Mine", "m\n"));
    expect(await outdated()).toBe(false);
    await desk.publish(write(page, "# One\n\nALPHA\n\nbeta\n\ngamma\n"), insert("Theirs", "t\n"));
    expect(await outdated()).toBe(true);
    expect((await branch.update()).result).toBe("update");
    expect(await outdated()).toBe(false);
    expect((await branch.changes()).sort()).toEqual(["page_created mine", "page_edited one"]);
    expect(await branch.text("one")).toBe("# One\n\nALPHA\n\nbeta\n\nGAMMA\n");
    expect((await branch.paths()).sort()).toEqual(["mine", "one", "theirs"]);
    await sound(desk);
  });

  it("changes nothing the second time", async () => {
    const { desk, branch } = await onePage();
    await desk.publish(insert("Two", "2\n"));
    const first = await branch.update();
    expect(await branch.update()).toEqual(first);
    await desk.publish(insert("Three", "3\n"));
    expect((await branch.update()).result).toBe("update");
    expect(await branch.paths()).toEqual(["one", "two", "three"]);
    expect(await branch.changes()).toEqual([]);
  });
});
