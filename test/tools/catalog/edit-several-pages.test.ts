import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import { editPage } from "../../../src/tools/catalog/edit-page.ts";
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
    {
      markdown: "# Guides\n\nAcme guides.\n",
      pages: [
        {
          markdown:
            "# Billing\n\nAcme bills. Acme sends `acme pay` and `Acme`.\n\n## Refunds\n\nSee [below](#refunds).\n",
        },
        { markdown: "# Setup\n\nSet up [Acme](https://acme.com/Acme).\n\nSee [refunds](billing.md#refunds).\n" },
      ],
    },
    { markdown: "# Start\n\nAcme says hello.\n" },
  ]);
  number = String((await workspace.openChangeRequest(space.id)).number);
});

const edit = (input: object, client: Client = workspace.client, tokens?: number) =>
  callTool(editPage, client, { space: space.id, change_request: number, ...input }, tokens);
const names = () => ({ spaceId: space.id, changeRequestId: number });
const textAt = async (pagePath: string) =>
  (await workspace.client.changeRequestContent.pageByPath({ ...names(), pagePath, format: "markdown" })).markdown;
const revisionNow = async () => (await workspace.client.changeRequests.get(names())).revision;
const change = (page: string, markdown: string) =>
  workspace.client.changeRequestContent.apply({
    ...names(),
    changes: [{ operation: "update_page", page: space.page(page), document: { markdown } }],
  });

describe("edits of several pages", () => {
  it("are made in one revision, each on the page it names or on the page of the call", async () => {
    const writes: string[] = [];
    const client = workspace.clientThrough(async (request, send) => {
      if (request.method === "POST") writes.push(request.url);
      return send(request);
    });
    const answer = await edit(
      {
        page: "start",
        edits: [
          { old_text: "hello", new_text: "welcome" },
          { page: "guides/billing", old_text: "bills", new_text: "invoices" },
          { page: space.page("guides/billing"), old_text: "sends", new_text: "posts" },
        ],
      },
      client,
    );
    expect(await textAt("start")).toBe("# Start\n\nAcme says welcome.\n");
    expect(await textAt("guides/billing")).toContain("Acme invoices. Acme posts `acme pay`");
    expect(writes).toHaveLength(1);
    expect(answer).toContain(`Edited 2 pages in space "API docs"`);
    expect(answer).toContain(`Revision ${await revisionNow()}.`);
    expect(answer).toContain(`- "Billing" (path "guides/billing", id ${space.page("guides/billing")}): +1 −1 lines`);
    expect(fenced(answer)[0]).toContain("=== Start (start)\n@@ -1,3 +1,3 @@\n-Acme says hello.\n+Acme says welcome.\n");
  });

  it("change nothing if one does not match, and say which and on which page", async () => {
    const before = await revisionNow();
    const edits = [
      { page: "start", old_text: "hello", new_text: "welcome" },
      { page: "guides/billing", old_text: "no such text", new_text: "x" },
    ];
    const message = await refusal(edit({ edits }));
    expect(message).toContain("Edit 2:");
    expect(message).toContain(`Page "Billing" (id ${space.page("guides/billing")}) is at revision ${before}.`);
    expect(await revisionNow()).toBe(before);
  });

  it("change nothing when one of the pages changed since it was read", async () => {
    await change("guides/billing", "# Billing\n\nElse.\n");
    const edits = [
      { page: "start", old_text: "hello", new_text: "welcome" },
      { page: "guides/billing", old_text: "Else", new_text: "x" },
    ];
    expect(await refusal(edit({ revision: space.revision, edits }))).toContain('Page "Billing"');
    expect(await textAt("start")).toBe("# Start\n\nAcme says hello.\n");
  });

  it("change nothing when one of the pages changes between reading and writing", async () => {
    let meddled = false;
    const client = workspace.clientThrough(async (request, send) => {
      if (request.method === "POST" && !meddled) {
        meddled = true;
        await change("guides/billing", "# Billing\n\nElse.\n");
      }
      return send(request);
    });
    const edits = [
      { page: "start", old_text: "hello", new_text: "welcome" },
      { page: "guides/billing", old_text: "bills", new_text: "invoices" },
    ];
    expect(await refusal(edit({ edits }, client))).toContain("Nothing was changed.");
    expect(await textAt("start")).toBe("# Start\n\nAcme says hello.\n");
    expect(await textAt("guides/billing")).toBe("# Billing\n\nElse.\n");
  });

  it("say which edit names no page", async () => {
    expect(await refusal(edit({ edits: [{ old_text: "a", new_text: "b" }] }))).toContain(
      "Edit 1: say which `page` it is for",
    );
  });
});

describe("replacing text on all pages", () => {
  const edits = [{ old_text: "Acme", new_text: "Tern" }];

  it("is previewed first: how many places on how many pages, and what stays unchanged", async () => {
    const before = await revisionNow();
    const answer = await edit({ under: "guides", edits, dry_run: true });
    expect(answer).toMatch(/^Dry run of 3 pages in space "API docs" .*, of 3 read: 4 places, nothing was written\.\n/);
    expect(answer).toContain(
      `- "Billing" (path "guides/billing", id ${space.page("guides/billing")}): 2 places, +1 −1 lines`,
    );
    expect(answer).toContain('Left alone in code, addresses, ids and tags: 2 places; "in_code": true includes them.');
    expect(fenced(answer)[0]).toContain("+Tern bills. Tern sends `acme pay` and `Acme`.\n");
    expect(await revisionNow()).toBe(before);
  });

  it("changes only the page and all below it, in one revision", async () => {
    const answer = await edit({ under: "guides", edits });
    expect(await textAt("guides")).toBe("# Guides\n\nTern guides.\n");
    expect(await textAt("guides/billing")).toContain("Tern bills. Tern sends `acme pay` and `Acme`.");
    expect(await textAt("guides/setup")).toContain("[Tern](https://acme.com/Acme)");
    expect(await textAt("start")).toContain("Acme says hello.");
    expect(answer).toContain("4 places");
    const { changes } = await workspace.client.changeRequestContent.changes(names());
    expect(changes).toHaveLength(3);
  });

  it("changes every page for /, and code and addresses when asked", async () => {
    await edit({ under: "/", in_code: true, edits });
    expect(await textAt("start")).toBe("# Start\n\nTern says hello.\n");
    expect(await textAt("guides/billing")).toContain("`acme pay` and `Tern`");
    expect(await textAt("guides/setup")).toContain("[Tern](https://acme.com/Tern)");
  });

  it("shows the part of a long line near the change", async () => {
    const line = `${"before ".repeat(40)}Acme${" after".repeat(40)}`;
    await change("start", `# Start\n\n${line}\n`);
    const [diff = ""] = fenced(await edit({ under: "start", edits, dry_run: true }));
    expect(diff).toMatch(/^-…(?:.{20,60})before Acme after.{20,60}…$/m);
    expect(diff).toMatch(/^\+…(?:.{20,60})before Tern after.{20,60}…$/m);
  });

  it("is refused if nothing matches, with the places that stay unchanged", async () => {
    const message = await refusal(edit({ under: "guides", edits: [{ old_text: "acme pay", new_text: "tern pay" }] }));
    expect(message).toContain('Edit 1: "acme pay" is on none of the 3 pages of page "Guides"');
    expect(message).toContain('1 place in code, addresses, ids and tags: "in_code": true includes them.');
    expect(message).toContain("Nothing was changed.");
  });

  it("changes more pages than one request carries, all or none", async () => {
    const pages = Array.from({ length: 60 }, (_, at) => ({ markdown: `# Page ${at}\n\nAcme.\n` }));
    const large = await workspace.makeSpace("Large", pages);
    const { number: draft } = await workspace.openChangeRequest(large.id);
    let writes = 0;
    const failing = workspace.clientThrough(async (request, send) => {
      if (request.method === "POST" && ++writes === 2)
        return Response.json({ error: { code: 400, message: "no" } }, { status: 400 });
      return send(request);
    });
    const call = { space: large.id, change_request: String(draft), under: "/", edits };
    expect(await refusal(callTool(editPage, failing, call))).toContain("were reverted; nothing is changed.");
    const inLarge = { spaceId: large.id, changeRequestId: String(draft) };
    expect((await workspace.client.changeRequestContent.changes(inLarge)).changes).toEqual([]);
    expect(await callTool(editPage, workspace.client, call)).toContain("Edited 60 pages");
    expect((await workspace.client.changeRequestContent.changes({ ...inLarge, limit: 100 })).changes).toHaveLength(60);
  });

  it.each([
    [{ under: "/", page: "start", edits }, "Give `page` or `under`, not both."],
    [{ under: "/", edits: [{ section: "A", new_text: "b" }], revision: "r" }, "`under` replaces passages"],
    [{ under: "/", edits: [{ ...edits[0], page: "start" }] }, "`page` does not go with `under`."],
    [{ under: "/", edits: [{ old_text: " ", new_text: "b" }] }, "`old_text` is empty."],
    [{ under: "/", edits: [{ old_text: "b", new_text: "b" }] }, "is what `old_text` is already."],
    [{ page: "start", in_code: true, edits }, "`in_code` goes with `under`."],
    [{ under: "gides", edits }, 'There is no page "gides"'],
  ])("refuses %j", async (input, problem) => {
    expect(await refusal(edit(input))).toContain(problem);
  });
});

describe("a heading that links lead to", () => {
  it("is reported when renamed, with the links to it and how to keep the anchor", async () => {
    const edits = [{ old_text: "## Refunds", new_text: "## Money back" }];
    const answer = await edit({ page: "guides/billing", edits, dry_run: true });
    expect(answer).toContain(
      'Links on 2 pages ("Billing", "Setup") lead to "#refunds", which is removed with the heading "Refunds".',
    );
    const kept = /write the new heading as "(.*)"; otherwise change the links to "#money-back"/.exec(answer)?.[1] ?? "";
    expect(kept).toBe('## Money back <a href=\\"#refunds\\" id=\\"refunds\\"></a>');
    const keeping = [{ old_text: "## Refunds", new_text: kept.replaceAll("\\", "") }];
    expect(await edit({ page: "guides/billing", edits: keeping })).not.toContain("Links on");
  });

  it("is not reported if its anchor stays or nothing links to it", async () => {
    const edits = [{ old_text: "# Start\n", new_text: "# Begin\n" }];
    expect(await edit({ page: "start", edits })).not.toContain("Links on");
  });

  it("is renamed even if the service has no backlinks, and the answer says so", async () => {
    const client = workspace.clientThrough(async (request, send) =>
      request.url.includes("/backlinks")
        ? Response.json({ error: { code: 501, message: "not here" } }, { status: 501 })
        : send(request),
    );
    const edits = [{ old_text: "## Refunds", new_text: "## Money back" }];
    const answer = await edit({ page: "guides/billing", edits }, client);
    expect(answer).toContain('Links on 1 page ("Billing") lead to "#refunds"');
    expect(answer).toContain('Not all pages that may link to headings of "Billing" were read.');
  });

  it("is looked up only in the draft on a page the draft created", async () => {
    const markdown = "# New\n\n## Part\n\n[part](#part)\n";
    await workspace.client.changeRequestContent.apply({
      ...names(),
      changes: [{ operation: "insert_page", document: { markdown } }],
    });
    const answer = await edit({ page: "new", edits: [{ old_text: "## Part", new_text: "## Piece" }] });
    expect(answer).toContain('Links on 1 page ("New") lead to "#part"');
    expect(answer).not.toContain("Not all pages");
  });

  it("names the anchor of a renamed heading that nothing links to, and how to keep it", async () => {
    const markdown = "# Lone\n\n## Part\n\nWords.\n";
    await workspace.client.changeRequestContent.apply({
      ...names(),
      changes: [{ operation: "insert_page", document: { markdown } }],
    });
    const renamed = "## Piece";
    const answer = await edit({ page: "lone", edits: [{ old_text: "## Part", new_text: renamed }] });
    const tag = '<a href="#part" id="part"></a>';
    expect(answer).toContain(
      `Renamed headings lose "#part": nothing in this space links there. To keep it, end the heading with ${JSON.stringify(tag)}.`,
    );
    const kept = await edit({ page: "lone", edits: [{ old_text: renamed, new_text: `## Third ${tag}` }] });
    expect(kept).toContain('Renamed headings lose "#piece": ');
    expect(kept).not.toContain("New links");
  });

  it("counts the links as the same call leaves them", async () => {
    const edits = [
      { page: "guides/billing", old_text: "## Refunds", new_text: "## Money back" },
      { page: "guides/billing", old_text: "(#refunds)", new_text: "(#money-back)" },
      { page: "guides/setup", old_text: "#refunds", new_text: "#money-back" },
    ];
    const answer = await edit({ edits });
    expect(answer).not.toContain("Links on");
    expect(answer).toContain("New links checked: 2, none broken.");
  });
});

describe("links that an edit writes", () => {
  const linking = (address: string) =>
    edit({ page: "start", edits: [{ old_text: "hello", new_text: `[hello](${address})` }] });

  it.each(["guides/billing.md", "/guides/billing", "guides/billing.md#refunds", "#start"])(
    "are checked: %s is there",
    async (address) => {
      expect(await linking(address)).toContain("New links checked: 1, none broken.");
    },
  );

  it("are checked by id too", async () => {
    expect(await linking(`/pages/${space.page("guides")}`)).toContain("New links checked: 1, none broken.");
  });

  it("are reported if the page does not exist, with the nearest one and how to write it", async () => {
    const answer = await linking("guides/biling.md");
    expect(answer).toContain("New links that lead to nothing (1 of 1):");
    expect(answer).toContain(
      `- "guides/biling.md" on "Start": there is no such page or file. The nearest page is "Billing" (path "guides/billing"): write "/pages/${space.page("guides/billing")}".`,
    );
  });

  it("are reported if the page has no such anchor, with the nearest one", async () => {
    expect(await linking("guides/billing.md#refund")).toContain(
      '"guides/billing.md#refund" on "Start": page "Billing" has no heading or anchor of that name. The nearest is "guides/billing.md#refunds".',
    );
  });

  it("are not checked if external or already there", async () => {
    expect(await linking("https://example.com/x")).not.toContain("New links");
    const edits = [{ old_text: "Set up", new_text: "Make" }];
    expect(await edit({ page: "guides/setup", edits })).not.toContain("New links");
  });
});
