import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import { estimateTokens } from "../../../src/present/budget.ts";
import { editPage } from "../../../src/tools/catalog/edit-page.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, fenced, refusal } from "./call-tool.ts";

const billing = [
  "---",
  "description: Money",
  "---",
  "",
  "# Billing",
  "",
  "How we bill.  ",
  "",
  '{% hint style="info" %}',
  "Keep   this *exactly*.",
  "{% endhint %}",
  "",
  "## Refunds",
  "",
  "Refunds take 5 days.",
  "",
  "* star list",
  "- dash list",
  "",
  "## Taxes",
  "",
  "Tax is tax.",
].join("\n");

let workspace: Workspace;

let space: SeededSpace;

let page: string;

let number: string;

beforeAll(async () => {
  workspace = await openWorkspace();
});

afterAll(() => workspace.close());

beforeEach(async () => {
  space = await workspace.makeSpace("API docs", [
    { markdown: billing },
    { markdown: "# Crlf\r\n\r\nOne line.\r\n\r\n## Two\r\n\r\nOld.\r\n" },
    { markdown: "# Other\n\nOther text.\n" },
  ]);
  page = space.page("billing");
  number = String((await workspace.openChangeRequest(space.id)).number);
});

const edit = (input: Readonly<Record<string, unknown>>, client: Client = workspace.client, tokens?: number) =>
  callTool(editPage, client, { space: space.id, change_request: number, page, ...input }, tokens);

async function textNow(pageId = page): Promise<string | undefined> {
  const names = { spaceId: space.id, changeRequestId: number, pageId };
  return (await workspace.client.changeRequestContent.page({ ...names, format: "markdown" })).markdown;
}

const revisionNow = async () =>
  (await workspace.client.changeRequests.get({ spaceId: space.id, changeRequestId: number })).revision;

const changePage = (markdown: string, pageId = page) =>
  workspace.client.changeRequestContent.apply({
    spaceId: space.id,
    changeRequestId: number,
    changes: [{ operation: "update_page", page: pageId, document: { markdown } }],
  });

describe("exact passages", () => {
  it("replaces the passage and keeps every other byte of the page", async () => {
    const answer = await edit({ edits: [{ old_text: "take 5 days", new_text: "take 2 days" }] });
    expect(await textNow()).toBe(billing.replace("5 days", "2 days"));
    expect(answer).toContain(`Edited page "Billing" (id ${page})`);
    expect(answer).toContain(`+1 −1 lines. Revision ${await revisionNow()}.`);
    expect(fenced(answer)[0]).toContain("-Refunds take 5 days.\n+Refunds take 2 days.\n");
    expect(answer).not.toMatch(/show_changes|merge_change_request/);
  });

  it("applies several edits in order, or none if one does not match", async () => {
    await edit({
      edits: [
        { old_text: "5 days", new_text: "6 days" },
        { old_text: "6 days", new_text: "7 days" },
      ],
    });
    expect(await textNow()).toBe(billing.replace("5 days", "7 days"));
    const message = await refusal(
      edit({
        edits: [
          { old_text: "7 days", new_text: "8 days" },
          { old_text: "no such text", new_text: "x" },
        ],
      }),
    );
    expect(message).toContain("Edit 2:");
    expect(message).toContain("Nothing was changed.");
    expect(message).toContain(`The page is at revision ${await revisionNow()}.`);
    expect(await textNow()).toBe(billing.replace("5 days", "7 days"));
  });

  it("refuses a passage that occurs twice, unless replace_all is set", async () => {
    expect(await refusal(edit({ edits: [{ old_text: "list", new_text: "row" }] }))).toContain("occurs 2 times");
    await edit({ edits: [{ old_text: "list", new_text: "row", all: true }] });
    expect(await textNow()).toBe(billing.replaceAll("list", "row"));
  });

  it("keeps CRLF line ends, also in the new text", async () => {
    const crlf = space.page("crlf");
    await edit({ page: crlf, edits: [{ old_text: "One line.\n\n## Two", new_text: "A\nB\n\n## Two" }] });
    expect(await textNow(crlf)).toBe("# Crlf\r\n\r\nA\r\nB\r\n\r\n## Two\r\n\r\nOld.\r\n");
  });

  it("changes the page's title when its heading is edited", async () => {
    await edit({ edits: [{ old_text: "# Billing", new_text: "# Invoices" }] });
    const names = { spaceId: space.id, changeRequestId: number, pageId: page };
    expect((await workspace.client.changeRequestContent.page(names)).title).toBe("Invoices");
  });
});

describe("sections", () => {
  it("replaces, extends, inserts after and deletes a section", async () => {
    const at = async (section: object) => edit({ revision: await revisionNow(), edits: [section] });
    await at({ section: "Refunds", new_text: "Refunds are instant." });
    await at({ section: "#refunds", position: "append", new_text: "And free." });
    await at({ section: "Billing > Refunds", position: "insert_after", new_text: "## Fees\n\nNone." });
    await at({ section: "Taxes", position: "delete" });
    const head = billing.slice(0, billing.indexOf("Refunds take"));
    expect(await textNow()).toBe(`${head}Refunds are instant.\n\nAnd free.\n\n## Fees\n\nNone.\n\n`);
  });

  it("requires the revision at which the page was read", async () => {
    expect(await refusal(edit({ edits: [{ section: "Taxes", new_text: "x" }] }))).toContain(
      "`revision` is required to edit a section",
    );
    expect(await textNow()).toBe(billing);
  });

  it("returns the closest headings for an unknown one", async () => {
    const edits = [{ section: "Refund", new_text: "x" }];
    expect(await refusal(edit({ revision: space.revision, edits }))).toContain("Billing > Refunds (#refunds)");
  });
});

describe("edits with too many or too few members", () => {
  it.each([
    [{ new_text: "x" }, "give either `old_text` (a passage) or `section`, and not both."],
    [{ old_text: "a", section: "b", new_text: "x" }, "give either `old_text`"],
    [{ old_text: "a" }, '`new_text` is missing; "" removes the passage.'],
    [{ old_text: "a", new_text: "b", position: "append" }, "`position` goes with `section`"],
    [{ section: "a", new_text: "b", all: true }, "`all` goes with `old_text`"],
    [{ section: "a", new_text: "b", position: "delete" }, "a section that is deleted cannot have `new_text`."],
    [{ section: "a", position: "append" }, "`new_text` is missing."],
  ])("refuses %j", async (wrong, problem) => {
    const message = await refusal(edit({ revision: space.revision, edits: [wrong] }));
    expect(message).toContain(`Edit 1: ${problem}`);
    expect(message).toContain("Nothing was changed.");
  });
});

it("says what to do instead for a section of a page without headings", async () => {
  const plain = await workspace.makeSpace("Plain", [{ markdown: "" }]);
  const changes = [
    {
      operation: "update_page" as const,
      page: plain.page("untitled"),
      document: { markdown: "---\ntitle: Plain\n---\n" },
    },
  ];
  const { number, revision } = await workspace.openChangeRequest(plain.id, changes);
  const edits = [{ section: "Nothing", new_text: "x" }];
  const call = { space: plain.id, change_request: String(number), page: plain.page("untitled"), revision, edits };
  expect(await refusal(callTool(editPage, workspace.client, call))).toContain(
    "The page has no headings; replace a passage, or the whole page, instead.",
  );
});

describe("a page that changed since it was read", () => {
  it("stays unchanged; the answer shows the difference and the revision to use", async () => {
    const changed = billing.replace("Tax is tax.", "Tax is 20%.");
    await changePage(changed);
    const edits = [{ old_text: "5 days", new_text: "2 days" }];
    const message = await refusal(edit({ revision: space.revision, edits }));
    expect(message).toContain(`has changed since revision ${space.revision}. Nothing was changed.`);
    expect(fenced(message)[0]).toContain("-Tax is tax.\n");
    expect(fenced(message)[0]).toContain("+Tax is 20%.\n");
    expect(message).toContain(`send it with "revision": "${await revisionNow()}".`);
    expect(await textNow()).toBe(changed);
    await edit({ revision: await revisionNow(), edits });
    expect(await textNow()).toBe(changed.replace("5 days", "2 days"));
  });

  it("is edited if only other pages changed", async () => {
    await changePage("# Other\n\nElse.\n", space.page("other"));
    await edit({ revision: space.revision, edits: [{ section: "Taxes", new_text: "None." }] });
    expect(await textNow()).toBe(`${billing.slice(0, billing.indexOf("Tax is"))}None.`);
  });

  it("refuses an unknown revision", async () => {
    expect(await refusal(edit({ revision: "nowhere", edits: [{ old_text: "5", new_text: "2" }] }))).toContain(
      `Space ${space.id} has no revision nowhere, or page ${page} was not in it. Nothing was changed.`,
    );
  });

  it("returns candidates if it was deleted, and follows it if it was moved", async () => {
    const names = { spaceId: space.id, changeRequestId: number };
    const into = space.page("other");
    await workspace.client.changeRequestContent.apply({
      ...names,
      changes: [{ operation: "update_page", page, into }],
    });
    await edit({ page, revision: space.revision, edits: [{ old_text: "5 days", new_text: "2 days" }] });
    expect(await textNow()).toContain("2 days");
    const missing = await refusal(edit({ page: "/billing", edits: [{ old_text: "2 days", new_text: "3" }] }));
    expect(missing).toContain(`- "Billing" ("other/billing", id ${page})`);
    await workspace.client.changeRequestContent.apply({ ...names, changes: [{ operation: "delete_page", page }] });
    expect(await refusal(edit({ edits: [{ old_text: "2 days", new_text: "3" }] }))).toContain(
      `There is no page "${page}"`,
    );
  });
});

describe("concurrent edits", () => {
  /** A client that runs `meddle` once, just before the first write. */
  function meddling(meddle: () => Promise<unknown>): Client {
    let done = false;
    return workspace.clientThrough(async (request, send) => {
      if (request.method === "POST" && request.url.includes("/content") && !done) {
        done = true;
        await meddle();
      }
      return send(request);
    });
  }
  const edits = [{ old_text: "5 days", new_text: "2 days" }];

  it("do not conflict if they are of other pages", async () => {
    await edit(
      { edits },
      meddling(() => changePage("# Other\n\nElse.\n", space.page("other"))),
    );
    expect(await textNow()).toBe(billing.replace("5 days", "2 days"));
    expect(await textNow(space.page("other"))).toBe("# Other\n\nElse.\n");
  });

  it("stop the edit if they are of the same page", async () => {
    const changed = billing.replace("How we bill.", "How they bill.");
    const message = await refusal(
      edit(
        { edits },
        meddling(() => changePage(changed)),
      ),
    );
    expect(message).toContain("Nothing was changed.");
    expect(fenced(message)[0]).toContain("+How they bill.  \n");
    expect(await textNow()).toBe(changed);
  });

  it("stop the edit if they delete the page", async () => {
    const names = { spaceId: space.id, changeRequestId: number };
    const changes = [{ operation: "delete_page" as const, page }];
    const meddle = () => workspace.client.changeRequestContent.apply({ ...names, changes });
    expect(await refusal(edit({ edits }, meddling(meddle)))).toContain("in the meantime");
  });

  it("all take effect if they are of several pages", async () => {
    await Promise.all([
      edit({ edits }),
      edit({ page: "other", edits: [{ old_text: "Other text", new_text: "More text" }] }),
      edit({ page: "crlf", edits: [{ old_text: "Old", new_text: "New" }] }),
    ]);
    expect(await textNow()).toContain("2 days");
    expect(await textNow(space.page("other"))).toBe("# Other\n\nMore text.\n");
    expect(await textNow(space.page("crlf"))).toContain("New.\r\n");
  });
});

describe("services that normalize text", () => {
  it("do not get the title twice if they put it before the body themselves", async () => {
    const client = workspace.clientThrough(async (request, send) => {
      const body = await request.clone().text();
      if (request.method !== "POST" || !request.url.includes("/content")) return send(request);
      const sent = JSON.parse(body) as { changes: { title?: string; document: { markdown: string } }[] };
      const [change] = sent.changes;
      if (change === undefined) return send(request);
      change.document.markdown = `# ${change.title ?? "Other"}\n\n${change.document.markdown}`;
      return send(new Request(request, { body: JSON.stringify(sent) }));
    });
    const answer = await edit({ page: "other", edits: [{ old_text: "Other text", new_text: "More" }] }, client);
    expect(await textNow(space.page("other"))).toBe("# Other\n\nMore.\n");
    expect(answer).not.toContain("in its own form");
  });

  it("are reported to have changed it, and the diff shows what they store", async () => {
    const client = workspace.clientThrough(async (request, send) => {
      if (request.method !== "POST" || !request.url.includes("/content")) return send(request);
      const body = (await request.text()).replace("More", "Most");
      return send(new Request(request.url, { method: "POST", headers: request.headers, body }));
    });
    const answer = await edit({ page: "other", edits: [{ old_text: "Other text", new_text: "More" }] }, client);
    expect(answer).toContain("The service stored the page in its own form, not byte for byte as sent");
    expect(fenced(answer)[0]).toContain("+Most.\n");
  });
});

describe("dry runs and answers", () => {
  it("shows the diff and writes nothing", async () => {
    const before = await revisionNow();
    const answer = await edit({ dry_run: true, edits: [{ old_text: "5 days", new_text: "2 days" }] });
    expect(answer).toMatch(/^Dry run of page "Billing" .*, nothing was written\.\n/);
    expect(fenced(answer)[0]).toContain("+Refunds take 2 days.");
    expect(await revisionNow()).toBe(before);
  });

  it("limits the diff to the budget and counts what it omits", async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `Line ${at + 1} of many.`).join("\n");
    const answer = await edit({ edits: [{ old_text: "How we bill.", new_text: lines }] }, workspace.client, 1000);
    expect(estimateTokens(answer)).toBeLessThanOrEqual(1000);
    expect(answer).toMatch(/\(\d+ more diff lines left out\)/);
    expect(await textNow()).toContain("Line 400 of many.");
  });
});

describe("closed change requests", () => {
  it("are refused with the next step: merged and archived", async () => {
    const edits = [{ old_text: "5 days", new_text: "2 days" }];
    await changePage(billing.replace("5 days", "9 days"));
    await workspace.client.changeRequests.merge({ spaceId: space.id, changeRequestId: number });
    expect(await refusal(edit({ edits }))).toContain(
      "is already merged, and that is final. open_change_request starts",
    );
    const archived = await workspace.openChangeRequest(space.id, [], "archived");
    const message = await refusal(edit({ change_request: String(archived.number), edits }));
    expect(message).toContain(
      `is archived. To continue it: update_change_request {"space":"${space.id}","change_request":"${archived.number}","status":"open"}.`,
    );
  });

  it("are refused if unknown, with the open ones listed", async () => {
    expect(await refusal(edit({ change_request: "99", edits: [{ old_text: "5", new_text: "2" }] }))).toContain(
      `- "Seed" ("#${number}", id `,
    );
  });
});
