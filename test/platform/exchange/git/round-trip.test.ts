import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contentFaults } from "../../../support/content-integrity.ts";
import { openGitDesk } from "./git-desk.ts";
import { type Entry, startGitServer } from "./git-server.ts";

const handbook: Record<string, Entry> = {
  ".gitbook.yaml": "root: ./docs/\n\nstructure:\n  summary: SUMMARY.md\n",
  "docs/SUMMARY.md":
    "# Table of contents\n\n- [Welcome](README.md)\n\n## Guides\n\n- [Set up](guides/README.md)\n    - [Moss](guides/moss.md)\n    - [Fern](guides/fern.md)\n",
  "docs/README.md": "# Welcome\r\n\r\nSee [moss](guides/moss.md#care).\r\nNo last line end",
  "docs/guides/README.md": "---\ndescription: First steps\n---\n\n# Set up\n\n![](../.gitbook/assets/a%20b.png)\n",
  "docs/guides/moss.md": "# Moss\n\n## Care\n\nWater it.\n",
  "docs/guides/fern.md": "# Fern\n\nShade.\n",
  "docs/.gitbook/assets/a b.png": new Uint8Array([0, 1, 255]),
  "docs/.gitbook/includes/note.md": "Mind the step.\n",
  "src/main.c": "int main;\n",
};

/** A space and the repository it was imported from. */
async function importedHandbook() {
  const server = await startGitServer();
  const commit = server.commit(handbook);
  const desk = await openGitDesk();
  await desk.import(server.url);
  return { server, desk, commit };
}

describe("a repository", () => {
  it("keeps MDX as it is written, and gets it back unchanged", async () => {
    const text = 'import a from "b"\n\n<Note>\n  Mind the step.\n</Note>\n';
    const server = await startGitServer();
    const commit = server.commit({ "README.md": "# A\n", "note.mdx": text });
    const desk = await openGitDesk();
    await desk.import(server.url);
    expect((await desk.page("note")).markdown).toBe(text);
    expect(await desk.export(server.url)).toMatchObject({ state: "success", commit });
  });

  it("of many pages is found page by page, also those that a later commit adds", async () => {
    const beds = (from: number) =>
      Object.fromEntries(
        Array.from({ length: 110 }, (_, index) => [
          `beds/bed-${from + index}.md`,
          `# Bed ${from + index}\n\nGrows b${from + index}.\n`,
        ]),
      );
    const server = await startGitServer();
    server.commit(beds(0));
    const desk = await openGitDesk();
    await desk.import(server.url);
    server.commit({ ...beds(110), "beds/bed-3.md": "# Bed 3\n\nFallow.\n" });
    await desk.import(server.url);
    const found = async (query: string) => {
      const { items } = await desk.client.search.space({ spaceId: desk.space, query });
      return items.map(({ path }) => path);
    };
    const parts = () =>
      desk.platform.database.read((queries) => queries.selectFrom("section_space_part").selectAll().execute());
    expect(await parts()).toHaveLength(1);
    expect(await found("b17 ")).toEqual(["beds/bed-17"]);
    expect(await found("b147 ")).toEqual(["beds/bed-147"]);
    expect([await found("b3 "), await found("fallow")]).toEqual([[], ["beds/bed-3"]]);
    expect(await contentFaults(desk.platform)).toEqual([]);
  });

  it("of many pages leaves nothing in the search index if it conflicts with the space", async () => {
    const server = await startGitServer();
    server.commit({ "moss.md": "# Moss\n\nGreen.\n" });
    const desk = await openGitDesk();
    await desk.import(server.url);
    const { id: page } = await desk.page("moss");
    await desk.publish({ operation: "update_page", page, document: { markdown: "# Moss\n\nDeep green.\n" } });
    const sections = () =>
      desk.platform.database.read((queries) => queries.selectFrom("section").select("id").execute());
    const before = await sections();
    const beds = Array.from({ length: 110 }, (_, index) => [`beds/${index}.md`, `# Bed ${index}\n`] as const);
    server.commit({ ...Object.fromEntries(beds), "moss.md": "# Moss\n\nBrown.\n" });
    expect(await desk.import(server.url)).toMatchObject({ state: "failure", errorCode: "conflict" });
    expect(await sections()).toEqual(before);
  });

  it("gets nothing from a user who lost the right during the request", async () => {
    let lose = () => {};
    const server = await startGitServer({
      answer: () => {
        lose();
        return false;
      },
    });
    server.commit(handbook);
    const desk = await openGitDesk();
    await desk.import(server.url);
    await desk.publish({ operation: "insert_page", document: { markdown: "# Lichen\n" } });
    lose = () => {
      void desk.platform.database.write((queries) => queries.updateTable("member").set({ role: "read" }).execute());
    };
    const operation = await desk.export(server.url);
    expect(operation).toMatchObject({ state: "failure" });
    expect(server.count()).toBe(1);
  });

  it("is imported on request even if the clock was ahead at the last import", async () => {
    const { server, desk } = await importedHandbook();
    server.commit({ "docs/guides/moss.md": "# Moss\n\nOf the wood.\n" });
    await desk.import(server.url, { timestamp: new Date(Date.now() + 3_600_000).toISOString() });
    const commit = server.commit({ "docs/guides/fern.md": "# Fern\n\nOf the bank.\n" });
    expect(await desk.import(server.url)).toMatchObject({ state: "success", commit });
    expect((await desk.page("guides/guides/fern")).markdown).toContain("Of the bank.");
  });

  it("is imported into a space with its tree, and its files and pages have their origin", async () => {
    const server = await startGitServer();
    const commit = server.commit(handbook, { message: "Write the handbook" });
    const desk = await openGitDesk();
    expect(await desk.import(server.url)).toMatchObject({ state: "success", direction: "import", commit });
    expect(await desk.paths()).toEqual([
      "readme",
      "guides",
      "guides/guides",
      "guides/guides/moss",
      "guides/guides/fern",
    ]);
    expect((await desk.page("readme")).markdown).toBe(handbook["docs/README.md"]);
    const revision = await desk.client.revisions.current({ spaceId: desk.space });
    expect(revision.git).toMatchObject({ oid: commit, message: "Write the handbook", ref: "refs/heads/main" });
    expect(revision.git?.createdByService).toBe(false);
    expect((await desk.client.search.space({ spaceId: desk.space, query: "shade" })).items).toHaveLength(1);
    expect(await contentFaults(desk.platform)).toEqual([]);
  });

  it("gets no commit from a round trip in which nothing changed", async () => {
    const { server, desk, commit } = await importedHandbook();
    expect(await desk.export(server.url)).toMatchObject({ state: "success", direction: "export", commit });
    expect(server.count()).toBe(1);
    const { revision } = await desk.client.spaces.get({ spaceId: desk.space });
    await desk.import(server.url, { force: true });
    expect((await desk.client.spaces.get({ spaceId: desk.space })).revision).toBe(revision);
  });

  it("gets a commit of one file for a changed page, and everything else keeps its bytes", async () => {
    const { server, desk } = await importedHandbook();
    const moss = await desk.page("guides/guides/moss");
    await desk.publish({ operation: "update_page", page: moss.id, document: { markdown: "# Moss\n\nNo water.\n" } });
    const operation = await desk.export(server.url, { commitMessage: "Moss needs no water" });
    expect(operation.state).toBe("success");
    expect(server.changed()).toEqual(["docs/guides/moss.md"]);
    expect(server.files()["docs/guides/moss.md"]).toBe("# Moss\n\nNo water.\n");
    expect(server.git("log", "-1", "--format=%an|%cn|%s")).toBe("Local user|Local user|Moss needs no water\n");
    const { git } = await desk.client.revisions.current({ spaceId: desk.space });
    expect(git).toMatchObject({ oid: server.git("rev-parse", "main").trim(), createdByService: true });
    // Its own commit changes nothing.
    const { revision } = await desk.client.spaces.get({ spaceId: desk.space });
    await desk.import(server.url);
    expect((await desk.client.spaces.get({ spaceId: desk.space })).revision).toBe(revision);
  });

  it("gets new, moved and deleted pages, and its table of contents is updated", async () => {
    const { server, desk } = await importedHandbook();
    const [moss, fern, guides] = [
      await desk.page("guides/guides/moss"),
      await desk.page("guides/guides/fern"),
      await desk.page("guides/guides"),
    ];
    await desk.publish(
      { operation: "insert_page", into: guides.id, title: "Lichen", document: { markdown: "Grows slowly.\n" } },
      { operation: "update_page", page: moss.id, into: null },
      { operation: "delete_page", page: fern.id },
    );
    expect(await desk.export(server.url)).toMatchObject({ state: "success" });
    expect(server.changed().sort()).toEqual(["docs/SUMMARY.md", "docs/guides/fern.md", "docs/guides/lichen.md"]);
    const other = await openGitDesk();
    await other.import(server.url);
    expect(await other.paths()).toEqual(await desk.paths());
  });

  it("is exported as a new branch, and imported unchanged", async () => {
    const server = await startGitServer();
    const desk = await openGitDesk();
    await desk.publish(
      { operation: "insert_page", title: "Welcome", document: { markdown: "Hello.\n" } },
      { operation: "insert_page", title: "Moss", document: { markdown: "Green.\n" } },
    );
    const operation = await desk.export(server.url, { repoProjectDirectory: "handbook" });
    expect(operation.state, operation.error).toBe("success");
    expect(Object.keys(server.files())).toEqual(["handbook/SUMMARY.md", "handbook/moss.md", "handbook/welcome.md"]);
    const other = await openGitDesk();
    await other.import(server.url, { repoProjectDirectory: "handbook" });
    expect(await other.paths()).toEqual(["welcome", "moss"]);
  });
});

describe("what changed in the repository", () => {
  it("changes only those pages, which keep their identity", async () => {
    const { server, desk } = await importedHandbook();
    const before = await desk.page("guides/guides/moss");
    const { revision: base } = await desk.client.spaces.get({ spaceId: desk.space });
    server.commit({ "docs/guides/moss.md": "# Moss\n\nMuch water.\n" });
    expect((await desk.import(server.url)).state).toBe("success");
    expect(await desk.page("guides/guides/moss")).toEqual({ ...before, markdown: "# Moss\n\nMuch water.\n" });
    const { revision } = await desk.client.spaces.get({ spaceId: desk.space });
    expect(revision).not.toBe(base);
    expect(await contentFaults(desk.platform)).toEqual([]);
  });

  it("is recognized when files moved, by text and by title", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n", "a/moss.md": "# Moss\n\nWater it.\n", "a/fern.md": "# Fern\n\nShade.\n" });
    const desk = await openGitDesk();
    await desk.import(server.url);
    const [moss, fern] = [await desk.page("a/moss"), await desk.page("a/fern")];
    server.commit({
      "a/moss.md": null,
      "a/fern.md": null,
      "b/moss-care.md": "# Moss\n\nWater it.\n",
      "b/fern.md": "# Fern\n\nDeep shade.\n",
    });
    await desk.import(server.url);
    expect(await desk.paths()).toEqual(["readme", "b", "b/fern", "b/moss-care"]);
    expect((await desk.page("b/moss-care")).id).toBe(moss.id);
    expect((await desk.page("b/fern")).id).toBe(fern.id);
    expect(await contentFaults(desk.platform)).toEqual([]);
  });

  it("is merged with changes in the space if they affect different pages", async () => {
    const { server, desk } = await importedHandbook();
    const moss = await desk.page("guides/guides/moss");
    await desk.publish({ operation: "update_page", page: moss.id, document: { markdown: "# Moss\n\nFrom here.\n" } });
    server.commit({ "docs/guides/fern.md": "# Fern\n\nFrom there.\n" });
    expect((await desk.import(server.url)).state).toBe("success");
    expect((await desk.page("guides/guides/moss")).markdown).toContain("From here.");
    expect((await desk.page("guides/guides/fern")).markdown).toContain("From there.");
    await desk.export(server.url);
    expect(server.changed()).toEqual(["docs/guides/moss.md"]);
  });

  it("is rejected if the space changed the same passage, unless forced", async () => {
    const { server, desk } = await importedHandbook();
    const moss = await desk.page("guides/guides/moss");
    await desk.publish({ operation: "update_page", page: moss.id, document: { markdown: "# Moss\n\nFrom here.\n" } });
    server.commit({ "docs/guides/moss.md": "# Moss\n\nFrom there.\n" });
    expect(await desk.import(server.url)).toMatchObject({
      state: "failure",
      error: expect.stringContaining('"Moss". Nothing was imported.') as string,
    });
    expect((await desk.page("guides/guides/moss")).markdown).toContain("From here.");
    expect(await desk.export(server.url)).toMatchObject({
      state: "failure",
      error: expect.stringContaining('"docs/guides/moss.md". Nothing was written.') as string,
    });
    expect(server.count()).toBe(2);
    await desk.import(server.url, { force: true });
    expect((await desk.page("guides/guides/moss")).markdown).toContain("From there.");
    expect((await desk.page("guides/guides/moss")).id).toBe(moss.id);
  });

  it("does not replace pages that were never in step with it, unless forced", async () => {
    const server = await startGitServer();
    server.commit(handbook);
    const desk = await openGitDesk();
    await desk.publish({ operation: "insert_page", title: "Own", document: { markdown: "Mine.\n" } });
    expect((await desk.import(server.url)).error).toContain("Send force to replace them");
    expect(await desk.paths()).toEqual(["own"]);
    expect((await desk.import(server.url, { force: true })).state).toBe("success");
    expect(await desk.paths()).not.toContain("own");
  });

  it("is imported even if an earlier Git was killed half-way", async () => {
    const server = await startGitServer();
    const desk = await openGitDesk();
    server.commit({ "README.md": "# One\n" });
    await desk.import(server.url);
    const [clone = ""] = readdirSync(join(desk.folder, "git"));
    for (const left of ["shallow.lock", "refs/copydesk/fetched.lock", "objects/pack/tmp_pack_x"]) {
      writeFileSync(join(desk.folder, "git", clone, left), "");
    }
    server.commit({ "README.md": "# Two\n" });
    expect(await desk.import(server.url)).toMatchObject({ state: "success" });
    expect((await desk.page("readme")).title).toBe("Two");
  });

  it("is kept apart from the space's content when it is imported standalone", async () => {
    const server = await startGitServer();
    server.commit(handbook);
    const desk = await openGitDesk();
    const { revision } = (await desk.import(server.url, { standalone: true })) as { revision?: string };
    expect(await desk.paths()).toEqual([]);
    const read = await desk.client.revisions.get({ spaceId: desk.space, revisionId: revision ?? "" });
    expect(read.pages).toHaveLength(2);
  });

  it("is skipped when something with a later cause was already imported", async () => {
    const server = await startGitServer();
    const desk = await openGitDesk();
    server.commit({ "README.md": "# One\n" });
    await desk.import(server.url, { timestamp: "2026-01-02T00:00:00Z" });
    server.commit({ "README.md": "# Two\n" });
    await desk.import(server.url, { timestamp: "2026-01-01T00:00:00Z" });
    expect((await desk.page("readme")).title).toBe("One");
    await desk.import(server.url, { timestamp: "2026-01-01T00:00:00Z", force: true });
    expect((await desk.page("readme")).title).toBe("Two");
  });

  it("is imported and exported in the order of its causes, whichever is requested first", async () => {
    let queued: Promise<unknown> = Promise.resolve();
    const server = await startGitServer({ gate: () => queued });
    server.commit({ "README.md": "# One\n" });
    const desk = await openGitDesk();
    await desk.import(server.url, { timestamp: "2026-01-01T00:00:00Z" });
    const { id } = await desk.page("readme");
    await desk.publish({ operation: "update_page", page: id, document: { markdown: "# Mine\n" } });
    await desk.export(server.url, { timestamp: "2025-12-31T00:00:00Z" });
    expect(server.count()).toBe(1);
    const names = { spaceId: desk.space, url: server.url, ref: "refs/heads/main" };
    const ask = async (time: string, commitMessage: string) =>
      desk.client.git.export({ ...names, timestamp: time, commitMessage });
    // Both wait until an earlier one has ended; the later cause is requested first.
    const requests = async () => {
      await desk.client.git.import({ ...names, timestamp: "2026-01-02T00:00:00Z" });
      await ask("2026-01-04T00:00:00Z", "Later");
      await ask("2026-01-03T00:00:00Z", "Earlier");
    };
    queued = requests();
    await queued;
    await desk.platform.jobsSettled();
    expect(server.git("log", "-1", "--format=%s")).toBe("Earlier\n");
    expect(server.count()).toBe(2);
  });
});

describe("the Git metadata of pages, files and reusable contents", () => {
  const oids = async (desk: Awaited<ReturnType<typeof openGitDesk>>, changeRequestId?: string) => {
    const name = { spaceId: desk.space };
    const revision =
      changeRequestId === undefined
        ? await desk.client.revisions.current(name)
        : await desk.client.changeRequestContent.revision({ ...name, changeRequestId });
    const pages = revision.pages.flatMap(function below(page): typeof revision.pages {
      return [page, ...(page.pages ?? []).flatMap(below)];
    });
    const found = [...pages, ...(revision.files ?? []), ...(revision.reusableContents ?? [])];
    return Object.fromEntries(found.flatMap(({ git }) => (git === undefined ? [] : [[git.path, git.oid]])));
  };

  it("contains the hash, in the space and in a change request, before and after an edit", async () => {
    const server = await startGitServer();
    server.commit(handbook);
    const desk = await openGitDesk();
    await desk.import(server.url);
    const hash = (path: string) => server.git("rev-parse", `main:docs/${path}`).trim();
    const paths = ["README.md", "guides/README.md", "guides/moss.md", "guides/fern.md"];
    const files = [".gitbook/assets/a b.png", ".gitbook/includes/note.md"];
    const before = Object.fromEntries([...paths, ...files].map((path) => [path, hash(path)]));
    expect(await oids(desk)).toEqual(before);

    const moss = await desk.page("guides/guides/moss");
    const { client, space: spaceId } = desk;
    const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
    await client.changeRequestContent.apply({
      spaceId,
      changeRequestId,
      changes: [{ operation: "update_page", page: moss.id, document: { markdown: "# Moss\n\nNo water.\n" } }],
    });
    const edited = server.gitWith("# Moss\n\nNo water.\n", "hash-object", "--stdin").trim();
    expect(await oids(desk, changeRequestId)).toEqual({ ...before, "guides/moss.md": edited });
    expect(await oids(desk)).toEqual(before);
    const page = await client.changeRequestContent.page({ spaceId, changeRequestId, pageId: moss.id, metadata: false });
    expect(page).not.toHaveProperty("git");
    await client.changeRequests.merge({ spaceId, changeRequestId });
    await desk.export(server.url);
    expect(hash("guides/moss.md")).toBe(edited);
  });

  it("contains the hash of the file with paths instead of ids", async () => {
    const server = await startGitServer();
    server.commit(handbook);
    const desk = await openGitDesk();
    await desk.import(server.url);
    const [moss, fern] = [await desk.page("guides/guides/moss"), await desk.page("guides/guides/fern")];
    const document = { markdown: `# Moss\n\nLike [fern](/pages/${fern.id}).\n` };
    await desk.publish({ operation: "update_page", page: moss.id, document });
    const hash = server.gitWith("# Moss\n\nLike [fern](fern.md).\n", "hash-object", "--stdin").trim();
    expect(await oids(desk)).toHaveProperty(["guides/moss.md"], hash);
    expect(await desk.export(server.url)).toMatchObject({ state: "success" });
    expect(server.files()["docs/guides/moss.md"]).toBe("# Moss\n\nLike [fern](fern.md).\n");
    await desk.export(server.url);
    expect(server.count()).toBe(2);
  });
});
