import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { storePlan } from "../../../../src/platform/exchange/imports/store-plan.ts";
import { readSpaceForExport } from "../../../../src/platform/exchange/space-files/export-space.ts";
import { planImport } from "../../../../src/platform/exchange/space-files/plan.ts";
import { writeFolder } from "../../../../src/platform/exchange/space-files/write-folder.ts";
import type { Queries } from "../../../../src/platform/kernel/database/tables.ts";
import { contentFaults } from "../../../support/content-integrity.ts";
import { openWorkspace, type PlatformWorkspace } from "../../../support/platform-workspace.ts";
import { pathsOf } from "../../content/desk.ts";
import { filesBelow, temporaryFolder } from "../space-files/temporary-folder.ts";

const handbook: Record<string, string | Uint8Array> = {
  "SUMMARY.md": `# Handbook

* [Welcome](README.md)
* [Site](https://example.com)
  * [Nested](nested.md)

## Guides

* [Set up](guides/README.md "Go")
  * [Zebra care](guides/zebra.md)
  * [Aardvark](guides/two%20words.md)
`,
  "README.md": "\uFEFF# Welcome\r\n\r\nSee [zebras](guides/zebra.md#care) and [set up](guides/).\r\nNo last line end",
  "nested.md": "words without a title\n",
  "guides/README.md": "---\ntitle: Set up\ncover: ../img/x.png\n---\n\n![x](../img/x.png)\n\n\n",
  "guides/zebra.md": "# Zebra care\n\n## Care\n\nquagga [back](../README.md) and [gone](missing.md)",
  "guides/two words.md": "# Aardvark\n\n[file](<../.gitbook/assets/y z.bin>)\n",
  "img/x.png": new Uint8Array([0, 1, 255]),
  ".gitbook/assets/y z.bin": new Uint8Array([13, 10]),
};

/** So many pages that they are indexed before the space is created. */
const more = Object.fromEntries(
  Array.from({ length: 110 }, (_, index) => [`more/${index}.md`, `# More ${index}\n\nA quoll, q${index}.\n`]),
);

const sectionsOf = (queries: Queries) => queries.selectFrom("section").select("page").execute();

async function importFolder(workspace: PlatformWorkspace, folder: string, signal?: AbortSignal) {
  const { platform, organization, user } = workspace;
  return storePlan(platform, await planImport(folder, { title: "Handbook" }), { organization, user, signal });
}

describe("an imported folder", () => {
  it("is exported byte for byte, with the tree and the order of its SUMMARY.md", async () => {
    const workspace = await openWorkspace();
    const source = await temporaryFolder(handbook);
    const { space, pages, files } = await importFolder(workspace, source);
    expect([pages, files]).toEqual([5, 2]);
    const tree = await workspace.client.pages.list({ spaceId: space });
    expect(pathsOf(tree.pages)).toEqual([
      "readme",
      "site",
      "site/nested",
      "guides",
      "guides/guides",
      "guides/guides/zebra",
      "guides/guides/two-words",
    ]);
    const target = join(await temporaryFolder(), "docs");
    await writeFolder(target, await readSpaceForExport(workspace.platform, space));
    expect(await filesBelow(target, "hex")).toEqual(await filesBelow(source, "hex"));
    expect(await contentFaults(workspace.platform)).toEqual([]);
  });

  it("has as many pages and files as its export, and as the import of that", async () => {
    const workspace = await openWorkspace();
    const trees = {
      folders: {
        "README.md": "# Start\n",
        "guides/README.md": "# Guides\n\n![x](x.png)\n",
        "guides/x.png": new Uint8Array([0, 1]),
        "api/v1/keys.md": "# Keys\n",
        "api/v1/deep/README.md": "# Deep\n",
        "empty/none.txt": "x",
      },
      listed: {
        "SUMMARY.md":
          "# Docs\n\n* [Start](README.md)\n\n## Empty\n\n## Guides\n\n* Nested\n  * [Keys](keys.md)\n* [Away](https://example.com)\n",
        "README.md": "# Start\n",
        "keys.md": "# Keys\n",
        "left.md": "# Left out of the list\n",
      },
    };
    const sizes: Record<string, number[][]> = {};
    for (const [name, tree] of Object.entries(trees)) {
      const first = await importFolder(workspace, await temporaryFolder(tree));
      const target = join(await temporaryFolder(), "docs");
      const written = await writeFolder(target, await readSpaceForExport(workspace.platform, first.space));
      const second = await importFolder(workspace, target);
      sizes[name] = [
        [first.pages, first.files],
        [written.pages.length, written.files.length],
        [second.pages, second.files],
      ];
    }
    expect(sizes).toEqual({
      folders: [
        [4, 1],
        [4, 1],
        [4, 1],
      ],
      listed: [
        [3, 0],
        [3, 0],
        [3, 0],
      ],
    });
  });

  it("has page and file references for its links", async () => {
    const workspace = await openWorkspace();
    const { space } = await importFolder(workspace, await temporaryFolder(handbook));
    const { files } = await workspace.client.revisions.current({ spaceId: space });
    const file = (name: string) => files?.find((one) => one.name === name)?.id;
    const read = (pagePath: string) => workspace.client.pages.getByPath({ spaceId: space, pagePath });
    const zebra = await read("guides/guides/zebra");
    const guides = await read("guides/guides");
    const welcome = await read("readme");
    expect(referencesOf(welcome.document)).toEqual([
      { kind: "anchor", anchor: "care", page: zebra.id, space },
      { kind: "page", page: guides.id, space },
    ]);
    expect(referencesOf(zebra.document)).toEqual([
      { kind: "page", page: welcome.id, space },
      { kind: "url", url: "missing.md" },
    ]);
    expect(referencesOf(guides.document)).toEqual([{ kind: "file", file: file("x.png"), space }]);
    expect(referencesOf((await read("guides/guides/two-words")).document)).toEqual([
      { kind: "file", file: file("y z.bin"), space },
    ]);
    const { downloadURL } = files?.find((one) => one.name === "x.png") ?? {};
    const bytes = await workspace.platform.fetch(new Request(String(downloadURL)));
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 1, 255]);
  });

  it("keeps a page without a title unchanged when its body is edited", async () => {
    const workspace = await openWorkspace();
    const { space } = await importFolder(workspace, await temporaryFolder(handbook));
    const nested = await workspace.client.pages.getByPath({ spaceId: space, pagePath: "site/nested" });
    expect(nested.title).toBe("Nested");
    const { id } = await workspace.client.changeRequests.create({ spaceId: space });
    const address = { spaceId: space, changeRequestId: id };
    const page = { operation: "update_page" as const, page: nested.id };
    const read = () =>
      workspace.client.changeRequestContent.page({ ...address, pageId: nested.id, format: "markdown" as const });
    await workspace.client.changeRequestContent.apply({
      ...address,
      changes: [{ ...page, document: { markdown: "other words\n" } }],
    });
    expect(await read()).toMatchObject({ title: "Nested", markdown: "other words\n" });
    await workspace.client.changeRequestContent.apply({
      ...address,
      changes: [{ ...page, title: "New", document: { markdown: "more words\n" } }],
    });
    expect(await read()).toMatchObject({ title: "New", markdown: "more words\n" });
  });

  it("is searchable immediately, and can be imported again", async () => {
    const workspace = await openWorkspace();
    const folder = await temporaryFolder(handbook);
    const first = await importFolder(workspace, folder);
    const second = await importFolder(workspace, folder);
    expect(second.space).not.toBe(first.space);
    const found = async (query: string) => {
      const { items } = await workspace.client.search.organization({
        organizationId: workspace.organization,
        query,
      });
      return items.map(({ id, pages }) => `${id} ${pages.map((page) => page.path).join(" ")}`).sort();
    };
    expect(await found("quagga")).toEqual([first, second].map(({ space }) => `${space} guides/guides/zebra`).sort());
    await workspace.client.spaces.remove({ spaceId: first.space });
    expect(await found("quagga")).toEqual([`${second.space} guides/guides/zebra`]);
    expect(await contentFaults(workspace.platform)).toEqual([]);
  });

  it("of many pages is searchable immediately, each page once", async () => {
    const workspace = await openWorkspace();
    const { space } = await importFolder(workspace, await temporaryFolder(more));
    const { items } = await workspace.client.search.space({ spaceId: space, query: "q17" });
    expect(items.map(({ path }) => path)).toEqual(["more/17"]);
    const numbers = (queries: Queries) => queries.selectFrom("section_space").selectAll().execute();
    expect(await workspace.platform.database.read(numbers)).toEqual([{ number: 1, space }]);
    const sections = await workspace.platform.database.read(sectionsOf);
    expect(sections).toHaveLength(new Set(sections.map(({ page }) => page)).size);
    expect(await contentFaults(workspace.platform)).toEqual([]);
  });

  it("finds pages by folder, but not by a file's extension or the name of an index", async () => {
    const workspace = await openWorkspace();
    const folder = { "billing/README.md": "# Overview\n", "tokens/README.md": "# Overview\n", "start.md": "# Start\n" };
    const { space } = await importFolder(workspace, await temporaryFolder(folder));
    const found = async (query: string) => {
      const { items } = await workspace.client.search.space({ spaceId: space, query });
      return items.map(({ path }) => path);
    };
    expect(await found("billing overview ")).toEqual(["billing", "tokens"]);
    expect(await found("readme ")).toEqual([]);
    expect(await found("md ")).toEqual([]);
  });

  it("has a title that ends between two letters", async () => {
    const workspace = await openWorkspace();
    const { organization, user } = workspace;
    const plan = await planImport(await temporaryFolder({ "a.md": "# A\n" }));
    const title = `${"x".repeat(49)}😀 and more`;
    const stored = await storePlan(workspace.platform, plan, { organization, user, title });
    expect(stored.title).toBe("x".repeat(49));
  });
});

describe("a stopped import", () => {
  it("leaves no space and nothing to find, wherever it is stopped, and succeeds when repeated", async () => {
    const workspace = await openWorkspace();
    const folder = await temporaryFolder({ ...handbook, ...more });
    const spaces = async () =>
      (await workspace.client.spaces.list({ organizationId: workspace.organization })).items.map((space) => space.id);
    let stops = 0;
    for (let checks = 0; ; checks += 1) {
      const signal = stoppingAfter(checks);
      const outcome = await importFolder(workspace, folder, signal).catch((error: unknown) => error);
      if (!signal.aborted) break;
      expect(outcome).toMatchObject({ message: "stop" });
      stops += 1;
      expect(await spaces()).toEqual([]);
      const { items } = await workspace.client.search.organization({
        organizationId: workspace.organization,
        query: "quagga",
      });
      expect(items).toEqual([]);
      expect(await workspace.platform.database.read(sectionsOf)).toEqual([]);
    }
    expect(stops).toBeGreaterThan(8);
    expect(await spaces()).toHaveLength(1);
    expect(await contentFaults(workspace.platform)).toEqual([]);
  });

  it("leaves no space if a file disappears before it is stored", async () => {
    const workspace = await openWorkspace();
    const { organization, user } = workspace;
    const plan = await planImport(await temporaryFolder(handbook));
    const [first] = plan.files;
    if (first === undefined) throw new Error("the plan has no files");
    const read = async () => Promise.reject(new Error("gone"));
    const broken = { ...plan, files: [{ ...first, read }, ...plan.files.slice(1)] };
    await expect(storePlan(workspace.platform, broken, { organization, user })).rejects.toThrow("gone");
    expect((await workspace.client.spaces.list({ organizationId: organization })).items).toEqual([]);
  });
});

/** A signal that aborts when it is checked for the nth time. */
function stoppingAfter(checks: number): AbortSignal {
  const controller = new AbortController();
  let left = checks;
  controller.signal.throwIfAborted = () => {
    if (left === 0) controller.abort(new Error("stop"));
    left -= 1;
    if (controller.signal.aborted) throw controller.signal.reason;
  };
  return controller.signal;
}

function referencesOf(document: unknown): unknown[] {
  const found: unknown[] = [];
  JSON.stringify(document, (key, value) => {
    if (key === "ref") found.push(value);
    return value;
  });
  return found;
}
