import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContentChange } from "../../../src/contract/models/content-change.ts";
import { showChanges } from "../../../src/tools/catalog/show-changes.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool } from "../catalog/call-tool.ts";

const target = [
  "# Target",
  "[up](#setup) [never](#never)",
  "## Setup",
  "One.",
  "## Usage",
  "Two.",
  '<a id="mark"></a>',
  "<details><summary>More</summary>Three.</details>",
  "",
].join("\n\n");

let workspace: Workspace;

let space: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Anchors", [
    { markdown: target },
    { markdown: "# Linking\n\n[s](target.md#setup) [u](target.md#usage) [n](target.md#never) [m](target.md#mark)\n" },
    { markdown: "# By id\n" },
    { markdown: "# Plain\n\n[t](target.md)\n" },
  ]);
  const id = space.page("target");
  await workspace.edit(space.id, [
    {
      operation: "update_page",
      page: space.page("by-id"),
      document: { markdown: `# By id\n\n[s](/pages/${id}#setup) [d](/pages/${id}#more)\n` },
    },
    {
      operation: "insert_files",
      files: [
        {
          name: ".gitbook/includes/support.md",
          contentType: "text/markdown",
          base64: Buffer.from(`See [setup](/pages/${id}#setup), or [here](#setup).\n`).toString("base64"),
        },
      ],
    },
  ]);
});

afterAll(() => workspace.close());

const write = (path: string, markdown: string): ContentChange => ({
  operation: "update_page",
  page: space.page(path),
  document: { markdown },
});

async function show(changes: readonly ContentChange[]): Promise<string> {
  const { number } = await workspace.openChangeRequest(space.id, changes);
  return callTool(showChanges, workspace.client, { space: space.id, change_request: String(number) });
}

const brokenIn = (answer: string) => answer.split("\n").filter((line) => /^- .* linked from /.test(line));

const named = (title: string, path: string) => `"${title}" (${space.page(path)})`;

describe("links to anchors that a change request removes", () => {
  it("are named on the page itself, on other pages by path and by id, and in reusable contents", async () => {
    const answer = await show([write("target", target.replace("## Setup", "## Installation"))]);
    const [line, ...more] = brokenIn(answer);
    expect(more).toEqual([]);
    expect(line).toContain(`- "#setup" of page ${named("Target", "target")}, linked from `);
    expect(line).toContain("and 1 more");
    const without = await show([
      write("target", target.replace("## Setup", "## Installation")),
      write("linking", "# Linking\n"),
    ]);
    const places = brokenIn(without)[0]?.split("linked from ")[1]?.split(", ").sort();
    expect(places).toEqual([
      named("By id", "by-id"),
      "itself",
      expect.stringMatching(/^reusable content "Support" \(\w+\)$/),
    ]);
    expect(answer).not.toMatch(/Checked:.*headings/);
  });

  it("are all named for rarer anchors: an id, and the title of an expandable", async () => {
    const answer = await show([write("target", target.replace('<a id="mark"></a>', "").replace("More", "Less"))]);
    expect(brokenIn(answer)).toEqual([
      `- "#mark" of page ${named("Target", "target")}, linked from ${named("Linking", "linking")}`,
      `- "#more" of page ${named("Target", "target")}, linked from ${named("By id", "by-id")}`,
    ]);
  });

  it("are not named if they were broken before, or are repaired by the change request", async () => {
    const answer = await show([
      write("target", target.replace("## Usage", "## Use")),
      write("linking", "# Linking\n\n[s](target.md#setup) [u](target.md#use) [n](target.md#never)\n"),
    ]);
    expect(brokenIn(answer)).toEqual([]);
    expect(answer).toContain("or to renamed or removed headings");
  });

  it("are also named on pages that the change request adds", async () => {
    const answer = await show([
      write("target", target.replace("## Usage", "## Use")),
      write("linking", "# Linking\n"),
      { operation: "insert_page", document: { markdown: "# New\n\n[u](target.md#usage)\n" } },
    ]);
    expect(brokenIn(answer)).toEqual([
      expect.stringMatching(/^- "#usage" of page "Target" \(\w+\), linked from "New" \(\w+\)$/),
    ]);
  });

  it("are not named if the heading was kept, moved within the page, or got an explicit anchor", async () => {
    const kept = target.replace("## Setup", '## Installation <a href="#setup" id="setup"></a>');
    expect(brokenIn(await show([write("target", kept)]))).toEqual([]);
    const moved = target.replace("## Usage\n\nTwo.\n\n", "").replace("## Setup", "## Usage\n\nTwo.\n\n## Setup");
    expect(brokenIn(await show([write("target", moved)]))).toEqual([]);
  });
});
