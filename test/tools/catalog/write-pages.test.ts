import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import type { PageSummary } from "../../../src/contract/models/page.ts";
import { writePages } from "../../../src/tools/catalog/write-pages.ts";
import { expectCost } from "../../support/cost.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, fenced, refusal } from "./call-tool.ts";

let workspace: Workspace;
let space: SeededSpace;
let number: string;

beforeAll(async () => {
  workspace = await openWorkspace();
});
afterAll(() => workspace.close());
beforeEach(async () => {
  space = await workspace.makeSpace("API docs", [
    { markdown: "# Guides\n", pages: [{ markdown: "# Billing\n\nHow.\n" }, { markdown: "# Setup\n\nFirst.\n" }] },
    { markdown: "# Start\n\nHello.\n" },
  ]);
  number = String((await workspace.openChangeRequest(space.id)).number);
});

const write = (pages: readonly object[], more: object = {}, client: Client = workspace.client) =>
  callTool(writePages, client, { space: space.id, change_request: number, pages, ...more });
const names = () => ({ spaceId: space.id, changeRequestId: number });

async function outline(): Promise<string[]> {
  const { pages } = await workspace.client.changeRequestContent.pages(names());
  const paths = (list: readonly PageSummary[]): string[] =>
    list.flatMap((page) => [`${page.path}: ${page.title}`, ...paths(page.pages ?? [])]);
  return paths(pages);
}

async function textAt(pagePath: string): Promise<string | undefined> {
  return (await workspace.client.changeRequestContent.pageByPath({ ...names(), pagePath, format: "markdown" }))
    .markdown;
}

const revisionNow = async () => (await workspace.client.changeRequests.get(names())).revision;

describe("one batch", () => {
  it("creates, replaces, moves, renames, deletes and reverts, and says where each page is now", async () => {
    await workspace.client.changeRequestContent.apply({
      ...names(),
      changes: [{ operation: "update_page", page: space.page("start"), document: { markdown: "# Start\n\nBye.\n" } }],
    });
    const answer = await write([
      { action: "create", title: "Fees", markdown: "Flat.\n", parent: "guides", position: 0, description: "Costs" },
      { action: "replace", page: "Billing", markdown: "# Billing\n\nNew.\n", revision: space.revision },
      { action: "move", page: "guides/setup", parent: "/", position: 0 },
      { action: "rename", page: "Setup", title: "Install", slug: "install" },
      { action: "revert", page: "start" },
    ]);
    expect(await outline()).toEqual([
      "install: Install",
      "guides: Guides",
      "guides/fees: Fees",
      "guides/billing: Billing",
      "start: Start",
    ]);
    expect(await textAt("guides/fees")).toBe("---\ndescription: Costs\n---\n\n# Fees\n\nFlat.\n");
    expect(await textAt("guides/billing")).toBe("# Billing\n\nNew.\n");
    expect(await textAt("start")).toBe("# Start\n\nHello.\n");
    const made = (await workspace.client.changeRequestContent.pageByPath({ ...names(), pagePath: "guides/fees" })).id;
    expect(answer).toContain(`revision ${await revisionNow()}:`);
    expect(answer).toContain(`- created "Fees" (path "guides/fees", id ${made}), first under "Guides"`);
    expect(answer).toContain(
      `- replaced "Billing" (path "guides/billing", id ${space.page("guides/billing")}): +1 −1 lines`,
    );
    expect(answer).toContain(
      `- moved "Install" (path "guides/setup" → "install", id ${space.page("guides/setup")}), first of all`,
    );
    expect(answer).not.toMatch(/show_changes|merge_change_request/);
  });

  it("deletes a page with its subpages, and restores them by a revert", async () => {
    expect(await write([{ action: "delete", page: "guides" }])).toContain(
      `- deleted "Guides" (id ${space.page("guides")}) with the 2 pages under it`,
    );
    expect(await outline()).toEqual(["start: Start"]);
    await write([{ action: "revert", page: space.page("guides") }]);
    expect(await outline()).toEqual([
      "guides: Guides",
      "guides/billing: Billing",
      "guides/setup: Setup",
      "start: Start",
    ]);
  });

  it("names a deleted page by the title it had", async () => {
    await write([{ action: "delete", page: "guides/billing" }]);
    expect(await write([{ action: "revert", page: "guides/billing" }])).toContain('- reverted "Billing"');
    await write([{ action: "delete", page: "guides/billing" }]);
    expect(await write([{ action: "revert", page: "Billing" }])).toContain('(path "guides/billing"');
  });

  it("names the closest pages if one to delete or revert never existed", async () => {
    for (const action of ["delete", "revert"]) {
      const problem = await refusal(write([{ action, page: "bilings" }]));
      expect(problem).toContain(`pages[0] (${action}): There is no page "bilings" in space "API docs"`);
      expect(problem).toContain('- "Billing" ("guides/billing"');
    }
  });

  it("says that a parent is neither a page nor a ref", async () => {
    expect(await refusal(write([{ action: "create", title: "Fees", parent: "zzz" }]))).toMatch(
      /^pages\[0\] \(create\): There is no page "zzz" in .*, and no earlier item has that `ref`\. list_pages shows all/,
    );
  });

  it("changes nothing if one item fails", async () => {
    const before = await revisionNow();
    const wrong = write([
      { action: "create", title: "Fees" },
      { action: "move", page: "guides", parent: "guides/billing" },
    ]);
    await expect(wrong).rejects.toThrow(/cannot go into/);
    const unknown = await refusal(
      write([
        { action: "delete", page: "start" },
        { action: "rename", page: "Bilings", title: "x" },
      ]),
    );
    expect(unknown).toContain('pages[1] (rename): There is no page "Bilings"');
    expect(unknown).toContain(`- "Billing" ("guides/billing", id ${space.page("guides/billing")})`);
    expect(unknown).toContain("Nothing was changed.");
    expect(await revisionNow()).toBe(before);
  });

  it("links new pages to each other by their refs", async () => {
    await write([
      { action: "create", ref: "a", markdown: "# A\n\n[b](./b.md#part)\n" },
      { action: "create", ref: "b", markdown: "# B\n\n[a](./a.md)\n" },
    ]);
    expect(await textAt("a")).toBe("# A\n\n[b](b.md#part)\n");
    expect(await textAt("b")).toBe("# B\n\n[a](a.md)\n");
  });
});

describe("a place given by the preceding page", () => {
  it("is that page's parent and the next index, for pages of the same call too", async () => {
    const answer = await write([
      { action: "create", title: "Fees", ref: "fees", after: "guides/billing" },
      { action: "create", title: "Taxes", after: "fees" },
      { action: "move", page: "start", after: "Guides" },
      { action: "create", title: "Begin", after: "guides" },
    ]);
    expect(await outline()).toEqual([
      "guides: Guides",
      "guides/billing: Billing",
      "guides/fees: Fees",
      "guides/taxes: Taxes",
      "guides/setup: Setup",
      "begin: Begin",
      "start: Start",
    ]);
    expect(answer).toMatch(/- created "Taxes" \(path "guides\/taxes", id \w+\), after "Fees"/);
  });

  it("is counted among its siblings without the moved page", async () => {
    await write([{ action: "move", page: "guides/billing", after: "guides/setup" }]);
    expect((await outline()).slice(1, 3)).toEqual(["guides/setup: Setup", "guides/billing: Billing"]);
  });

  it("may be under a page of the same call", async () => {
    await write([
      { action: "create", title: "SDK", ref: "sdk", after: "guides" },
      { action: "create", title: "One", ref: "one", parent: "sdk" },
      { action: "create", title: "Three", ref: "three", parent: "sdk" },
      { action: "create", title: "Two", after: "one" },
    ]);
    expect((await outline()).slice(3, 7)).toEqual(["sdk: SDK", "sdk/one: One", "sdk/two: Two", "sdk/three: Three"]);
  });

  it.each([
    [{ action: "move", page: "start", after: "start" }, "`after` names the page itself."],
    [{ action: "move", page: "start", after: "guides", position: 0 }, "leave `parent` and `position` out."],
    [{ action: "create", title: "A", after: "nowhere" }, 'There is no page "nowhere"'],
  ])("is refused in %j", async (item, problem) => {
    expect(await refusal(write([item]))).toContain(problem);
  });

  it("is refused after a page that an earlier item deletes", async () => {
    const items = [
      { action: "delete", page: "start" },
      { action: "create", title: "A", after: "start" },
    ];
    expect(await refusal(write(items))).toContain("an earlier item deletes");
  });
});

describe("a move", () => {
  it("returns the new paths, the moved subpages, and the updated links", async () => {
    await workspace.edit(space.id, [
      { operation: "update_page", page: space.page("guides/setup"), slug: "install" },
      {
        operation: "update_page",
        page: space.page("start"),
        document: { markdown: `# Start\n\n[by path](/guides/install) [by id](/pages/${space.page("guides/setup")})\n` },
      },
      {
        operation: "update_page",
        page: space.page("guides/billing"),
        document: { markdown: "# Billing\n\n[by file](setup.md)\n" },
      },
    ]);
    number = String((await workspace.openChangeRequest(space.id)).number);
    const answer = await write([
      { action: "create", title: "Manual", ref: "manual" },
      { action: "move", page: "guides", parent: "manual" },
    ]);
    expect(answer).toContain(
      `- moved "Guides" (path "guides" → "manual/guides", id ${space.page("guides")}) with the 2 pages under it, first under "Manual"`,
    );
    expect(answer).toContain(
      'Moved along: "guides/billing" → "manual/guides/billing", "guides/install" → "manual/guides/install".',
    );
    expect(answer).toContain('Links rewritten on 1 page ("Start").');
    expect(answer).toContain('Links that still work, by id or file: on 1 page ("Billing").');
    expect(answer).not.toContain("no longer lead there");
    expect(answer).toContain("No links between pages break.");
    expect(await textAt("start")).toContain("[by path](/manual/guides/install)");
  });
});

describe("the result of a call", () => {
  it("is reported as a description if nothing else is set, with its old value", async () => {
    const set = (description: string) => write([{ action: "rename", page: "start", description }]);
    expect(await set("First steps")).toContain('- description of "Start" (id ');
    const again = await set("Begin here");
    expect(again).toContain('set: "First steps" → "Begin here"');
    expect(again).not.toContain("renamed");
  });

  it("is shown if the service added to it, with how to link to it", async () => {
    const answer = await write([
      { action: "create", title: "Fees", description: "Costs", markdown: "Flat.\n" },
      { action: "create", markdown: "# Taxes\n\nSome.\n" },
      { action: "create", title: "Plain", markdown: "Text.\n" },
    ]);
    expect(answer).toMatch(/- created "Plain" .*; stored as sent, below its title\n/);
    expect(answer).toMatch(/- created "Fees" .*; the service's version is below\n/);
    expect(answer).toMatch(/- created "Taxes" .*; stored as sent\n/);
    expect(fenced(answer)[0]).toContain("=== Fees\n");
    expect(fenced(answer)[0]).toContain("+description: Costs\n");
    expect(fenced(answer)[0]).not.toContain("Taxes");
    expect(answer).toContain('In a link, write "/pages/<id>"');
  });

  it("has hundreds of links into one long page checked with one read", { tags: ["long"] }, async () => {
    const headings = Array.from({ length: 5_000 }, (_, index) => `## Heading ${index}\n`).join("");
    const withLinks = (length: number) => {
      const links = Array.from({ length }, (_, index) => `[a](#missing-${index})\n`).join("");
      return write([{ action: "create", markdown: `# Long\n\n${links}\n${headings}` }]);
    };
    const answer = await withLinks(400);
    await expectCost(() => withLinks(400), { times: 3.5, reference: () => withLinks(2) });
    expect(answer).toContain("New links that lead to nothing (400 of 400):");
    expect(answer).toContain("- and 392 more");
  });

  it("has its links checked, including those of new pages", async () => {
    const answer = await write([
      {
        action: "create",
        ref: "fees",
        markdown: "# Fees\n\n[a](guides/bilings.md) [b](./taxes.md) [c](guides/billing.md)\n",
      },
      { action: "create", ref: "taxes", markdown: "# Taxes\n\n[fees](./fees.md)\n" },
    ]);
    expect(answer).toContain("New links that lead to nothing (1 of 4):");
    expect(answer).toContain(
      '- "guides/bilings.md" on "Fees": there is no such page or file. The nearest page is "Billing"',
    );
  });

  it("names links to removed headings", async () => {
    await workspace.edit(space.id, [
      {
        operation: "update_page",
        page: space.page("guides/billing"),
        document: { markdown: "# Billing\n\n## Refunds\n\nHow. [up](#refunds)\n" },
      },
    ]);
    const { number: draft, revision } = await workspace.openChangeRequest(space.id);
    number = String(draft);
    const item = { action: "replace", page: "guides/billing", markdown: "# Billing\n\n[up](#refunds)\n", revision };
    for (const dry_run of [true, false]) {
      expect(await write([item], { dry_run })).toContain('Links on 1 page ("Billing") lead to "#refunds"');
    }
  });

  it("is reported as done even if reading it afterwards fails", async () => {
    let written = false;
    const client = workspace.clientThrough(async (request, send) => {
      if (written) return Response.json({ error: { code: 403, message: "no" } }, { status: 403 });
      const answer = await send(request);
      written = request.method === "POST";
      return answer;
    });
    const answer = await write([{ action: "create", title: "Fees" }], {}, client);
    expect(answer).toMatch(/^Done in .*\n- created "Fees"\nThe result could not be read/);
  });
});

describe("replacing", () => {
  it("refuses a page that changed since it was read, and shows the change", async () => {
    await workspace.client.changeRequestContent.apply({
      ...names(),
      changes: [{ operation: "update_page", page: space.page("start"), document: { markdown: "# Start\n\nBye.\n" } }],
    });
    const message = await refusal(
      write([
        { action: "create", title: "Fees" },
        { action: "replace", page: "start", markdown: "# Start\n\nMine.\n", revision: space.revision },
      ]),
    );
    expect(fenced(message)[0]).toContain("-Hello.\n+Bye.\n");
    expect(message).toContain(`"revision": "${await revisionNow()}"`);
    expect(await textAt("start")).toBe("# Start\n\nBye.\n");
    expect(await outline()).not.toContain("fees: Fees");
  });

  it("checks again when the change request was edited between reading and writing", async () => {
    let meddled = 0;
    const client = workspace.clientThrough(async (request, send) => {
      if (request.method === "POST" && meddled++ === 0) {
        await workspace.client.changeRequestContent.apply({
          ...names(),
          changes: [
            { operation: "update_page", page: space.page("start"), document: { markdown: "# Start\n\nBye.\n" } },
          ],
        });
      }
      return send(request);
    });
    const item = { action: "replace", page: "start", markdown: "# Start\n\nMine.\n", revision: space.revision };
    expect(fenced(await refusal(write([item], {}, client)))[0]).toContain("-Hello.\n+Bye.\n");
    expect(await textAt("start")).toBe("# Start\n\nBye.\n");
  });
});

describe("pages under pages of the same call", () => {
  const tree = [
    { action: "create", ref: "sdk", markdown: "# SDK\n\n[Node](./node.md) [Deep](./deep.md)\n" },
    { action: "create", ref: "node", parent: "sdk", markdown: "# Node\n\n[SDK](./sdk.md)\n" },
    { action: "create", ref: "deep", parent: "./node.md", markdown: "# Deep\n\nText.\n" },
    { action: "move", page: "start", parent: "sdk" },
  ];

  it("are created in as few steps as possible, with their links, and the answer says so", async () => {
    const answer = await write(tree);
    expect(answer).toContain("In 3 steps, because pages go under pages created by the same call.");
    expect((await outline()).slice(3)).toEqual([
      "sdk: SDK",
      "sdk/node: Node",
      "sdk/node/deep: Deep",
      "sdk/start: Start",
    ]);
    const sdk = (await workspace.client.changeRequestContent.pageByPath({ ...names(), pagePath: "sdk" })).id;
    const node = (await workspace.client.changeRequestContent.pageByPath({ ...names(), pagePath: "sdk/node" })).id;
    expect(await textAt("sdk")).toBe(`# SDK\n\n[Node](/pages/${node}) [Deep](sdk/node/deep.md)\n`);
    expect(await textAt("sdk/node")).toBe(`# Node\n\n[SDK](/pages/${sdk})\n`);
  });

  it("are rolled back together if a later step fails", async () => {
    const before = await outline();
    const failing = [
      { action: "replace", page: "start", markdown: "# Start\n\nMine.\n", revision: space.revision },
      { action: "delete", page: "guides" },
      ...tree.slice(0, 2),
      { action: "rename", page: "guides/setup", title: "Gone" },
    ];
    const message = await refusal(write(failing));
    expect(message).toContain("The pages that had been written before it were reverted; nothing is changed.");
    expect(await outline()).toEqual(before);
    expect(await textAt("start")).toBe("# Start\n\nHello.\n");
    const { changes } = await workspace.client.changeRequestContent.changes(names());
    expect(changes).toEqual([]);
  });

  it("never claim that nothing changed if the last step's outcome is unknown", async () => {
    let writes = 0;
    const client = workspace.clientThrough(async (request, send) => {
      const isWrite = request.method === "POST" && new URL(request.url).pathname.endsWith("/content");
      const answer = await send(request);
      if (isWrite) writes += 1;
      return isWrite && writes === 2
        ? Response.json({ error: { code: 500, message: "broken" } }, { status: 500 })
        : answer;
    });
    const message = await refusal(write(tree.slice(0, 2), {}, client));
    expect(message).toContain("Whether the change was made is not known.");
    expect(message).toContain("were reverted. show_changes shows whether those of the last step were written.");
    expect(message).not.toMatch(/nothing (is|was) changed/i);
  });

  it("need their parent before them in the list", async () => {
    expect(
      await refusal(
        write([
          { action: "create", title: "Child", parent: "later" },
          { action: "create", title: "Later", ref: "later" },
        ]),
      ),
    ).toContain('pages[0] (create): There is no page "later"');
  });
});

describe("dry runs", () => {
  it("list each change, show the diff of replaced pages and write nothing", async () => {
    const before = await revisionNow();
    const answer = await write(
      [
        { action: "create", title: "Fees" },
        { action: "replace", page: "start", markdown: "# Start\n\nMine.\n", revision: space.revision },
        { action: "delete", page: "guides" },
      ],
      { dry_run: true },
    );
    expect(answer).toContain('- create "Fees"\n');
    expect(answer).toContain(`- replace "Start" (id ${space.page("start")}): +1 −1 lines\n`);
    expect(answer).toContain("with the 2 pages under it");
    expect(fenced(answer)[0]).toContain("-Hello.\n+Mine.\n");
    expect(await revisionNow()).toBe(before);
  });
});

describe("items with too many or too few members", () => {
  it.each([
    [{ action: "create" }, "give `markdown` or `title` or `openapi`."],
    [{ action: "create", markdown: "No heading." }, "give a `title`, or begin `markdown` with a `# heading`."],
    [
      { action: "create", title: "A", page: "start" },
      "it does not take `page`, only `markdown`, `title`, `openapi`, `slug`,",
    ],
    [{ action: "replace", page: "start", markdown: "x" }, "`revision` is required"],
    [{ action: "rename", page: "start" }, "give `title` or `slug` or `description`."],
    [{ action: "move", page: "start" }, "give `parent` or `after` or `position`."],
    [{ action: "delete" }, "`page` is required."],
    [{ action: "create", title: "A", ref: "a b" }, "`ref` takes letters"],
  ])("refuses %j", async (item, problem) => {
    const message = await refusal(write([item]));
    expect(message).toContain(`pages[0] (${item.action}): ${problem}`);
    expect(message).toContain("Nothing was changed.");
  });

  it("refuses a ref used twice", async () => {
    const twice = ["A", "B"].map((title) => ({ action: "create", title, ref: "same" }));
    expect(await refusal(write(twice))).toContain('pages[1] (create): the ref "same" is used twice.');
  });
});

it("refuses a merged change request", async () => {
  await write([{ action: "create", title: "Fees" }]);
  await workspace.client.changeRequests.merge(names());
  expect(await refusal(write([{ action: "create", title: "More" }]))).toContain("is already merged");
});
