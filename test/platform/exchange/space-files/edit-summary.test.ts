import { expect, test } from "vitest";
import { storePlan } from "../../../../src/platform/exchange/imports/store-plan.ts";
import { readSpaceForExport } from "../../../../src/platform/exchange/space-files/export-space.ts";
import { planImport } from "../../../../src/platform/exchange/space-files/plan.ts";
import { writeFolder } from "../../../../src/platform/exchange/space-files/write-folder.ts";
import { openWorkspace } from "../../../support/platform-workspace.ts";
import type { Change } from "../../content/desk.ts";
import { filesBelow, temporaryFolder } from "./temporary-folder.ts";

const contents = `# Table of contents

- [Welcome](README.md)
- [Math & TeX](math.md "Formulas")

## Get started <a href="#start" id="start"></a>

- [Set up](start/setup.md)
    - [Moss](start/moss.md)
        - [Fern](start/fern.md)
    - [Care for moss](start/moss.md#care)
    - [Stone](start/stone.md)
- [Site](https://example.com/?a=1&b=2)

## Reference

- [API](api.md)

***

- [Outside](outside.md)
`;

const pages = ["README", "math", "start/setup", "start/moss", "start/fern", "start/stone", "api", "outside"];

const titles = ["Welcome", "Math and TeX", "Set up", "Moss", "Fern", "Stone", "The API", "Outside"];

const files = (summary = contents): Record<string, string> => ({
  "SUMMARY.md": summary,
  ...Object.fromEntries(pages.map((name, index) => [`${name}.md`, `# ${titles[index]}\n\nText.\n`])),
  "hidden.md": "---\nhidden: true\n---\n\n# Hidden\n",
  "start/left-out.md": "# Left out\n",
});

/** A space imported from a folder, its pages by title, and its table of contents after changes. */
async function imported(given: Record<string, string> = files()) {
  const workspace = await openWorkspace();
  const { platform, organization, user, client } = workspace;
  const plan = await planImport(await temporaryFolder(given));
  const { space: spaceId } = await storePlan(platform, plan, { organization, user });
  return {
    plan,
    spaceId,
    workspace,
    async ids(): Promise<Record<string, string>> {
      const { pages } = await client.pages.list({ spaceId });
      type Node = { id: string; title: string; pages?: Node[] };
      const all = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.pages ?? [])]);
      return Object.fromEntries(all(pages as Node[]).map(({ title, id }) => [title, id]));
    },
    async change(...changes: Change[]) {
      const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
      await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
      expect(await client.changeRequests.merge({ spaceId, changeRequestId })).toMatchObject({ result: "merge" });
    },
    async exported() {
      const folder = await temporaryFolder();
      await writeFolder(folder, await readSpaceForExport(platform, spaceId));
      return filesBelow(folder);
    },
  };
}

type Imported = Awaited<ReturnType<typeof imported>>;

/** The lines that differ: removed ones, then added ones. */
async function difference(space: Imported, before = contents): Promise<string[]> {
  const after = (await space.exported())["SUMMARY.md"] ?? "";
  const [was, is] = [before.split("\n"), after.split("\n")];
  const lengths = was.map(() => is.map(() => 0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = was.length - 1; i >= 0; i -= 1) {
    for (let j = is.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] ?? [];
      row[j] = was[i] === is[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: string[] = [];
  for (let [i, j] = [0, 0]; i < was.length || j < is.length; ) {
    if (i < was.length && j < is.length && was[i] === is[j]) [i, j] = [i + 1, j + 1];
    else if (j < is.length && (i >= was.length || at(i, j + 1) > at(i + 1, j))) found.push(`+${is[j++]}`);
    else found.push(`-${was[i++]}`);
  }
  return found;
}

test("an export after an import keeps every byte", async () => {
  const space = await imported();
  expect(await space.exported()).toEqual(files());
});

test.each([
  ["Windows line ends", contents.replaceAll("\n", "\r\n")],
  ["no last line end", contents.trimEnd()],
  ["a byte order mark", `\uFEFF${contents}`],
  [
    "front matter, prose and comments",
    `---\na: 1\n---\n\nWords.\n\n${contents}\n<!-- * [x](x.md) -->\n\nMore words.\n`,
  ],
  ["underlined headings and rules", contents.replace("## Reference", "Reference\n---------").replace("***", "----")],
  ["pages that do not exist", contents.replace("- [API]", "- [Gone](gone.md)\n- [API]")],
])("an export keeps %s", async (_name, summary) => {
  const space = await imported(files(summary));
  expect((await space.exported())["SUMMARY.md"]).toBe(summary);
});

test("an anchor gives a group its slug, and a rule ends the group", async () => {
  const { plan } = await imported();
  const group = plan.pages.find(({ title }) => title === "Get started");
  expect(group?.slug).toBe("start");
  expect(plan.pages.find(({ title }) => title === "Outside")?.parent).toBeNull();
});

test("a new page is one line, at its place and in the style of its neighbours", async () => {
  const space = await imported();
  const { "Set up": into = "" } = await space.ids();
  await space.change({ operation: "insert_page", into, at: 1, document: { markdown: "# Q & A\n" } });
  expect(await difference(space)).toEqual(["+    - [Q & A](start/setup/q-a.md)"]);
});

test("the lines of a deleted page and of its section are removed, and no others", async () => {
  const space = await imported();
  const { Moss: page = "" } = await space.ids();
  await space.change({ operation: "delete_page", page });
  expect(await difference(space)).toEqual([
    "-    - [Moss](start/moss.md)",
    "-        - [Fern](start/fern.md)",
    "-    - [Care for moss](start/moss.md#care)",
  ]);
});

test("a page that moves takes its subpages along, and gets a line elsewhere", async () => {
  const space = await imported();
  const { Moss: page = "", Reference: into = "" } = await space.ids();
  await space.change({ operation: "update_page", page, into, at: 0 });
  expect(await difference(space)).toEqual([
    "-    - [Moss](start/moss.md)",
    "-        - [Fern](start/fern.md)",
    "+- [Moss](start/moss.md)",
    "+    - [Fern](start/fern.md)",
  ]);
});

test("a page moved from a group to the top is separated by a rule", async () => {
  const space = await imported();
  const { Moss: page = "" } = await space.ids();
  await space.change({ operation: "update_page", page, into: null, at: 3 });
  expect((await difference(space)).filter((line) => line.startsWith("+"))).toEqual([
    "+***",
    "+",
    "+- [Moss](start/moss.md)",
    "+    - [Fern](start/fern.md)",
    "+",
  ]);
});

test("a renamed group keeps its anchor, or gets one, because its slug stays", async () => {
  const space = await imported();
  const { "Get started": start = "", Reference: reference = "" } = await space.ids();
  await space.change(
    { operation: "update_page", page: start, title: "First steps" },
    { operation: "update_page", page: reference, title: "Look up" },
  );
  expect(await difference(space)).toEqual([
    '-## Get started <a href="#start" id="start"></a>',
    '+## First steps <a href="#start" id="start"></a>',
    "-## Reference",
    '+## Look up <a href="#reference" id="reference"></a>',
  ]);
});

test("a page whose own heading changes keeps its line if that has a different title", async () => {
  const space = await imported();
  const { "The API": api = "", Moss: moss = "" } = await space.ids();
  await space.change(
    { operation: "update_page", page: api, title: "All of the API" },
    { operation: "update_page", page: moss, title: "Mosses" },
  );
  expect(await difference(space)).toEqual(["-    - [Moss](start/moss.md)", "+    - [Mosses](start/moss.md)"]);
});

test("rules between two pages are removed when one moves below the other, however many there are", async () => {
  const summary = `- [Welcome](README.md)\n\n${"***\n".repeat(20_000)}\n- [Moss](start/moss.md)\n`;
  const space = await imported(files(summary));
  const { Moss: page = "", Welcome: into = "" } = await space.ids();
  await space.change({ operation: "update_page", page, into, at: 0 });
  expect((await space.exported())["SUMMARY.md"]).toBe("- [Welcome](README.md)\n\n  - [Moss](start/moss.md)\n");
});
