import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addColleague } from "../support/colleague.ts";
import { type DeskWorkspace, openDesk, type Visitor } from "./desk-workspace.ts";

let desk: DeskWorkspace;
let ada: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  ada = await desk.signedIn();
});
afterAll(() => desk.close());

const edit = (page: string, markdown: string) => [{ operation: "update_page" as const, page, document: { markdown } }];

describe("the history", () => {
  it("contains every merge of a space, with its author and program", async () => {
    const space = await desk.makeSpace("Handbook", [{ markdown: "# Limits\n\nTen.\n", slug: "limits" }]);
    await desk.edit(space.id, edit(space.page("limits"), "# Limits\n\nTwelve.\n"));
    const text = await ada.see(`/app/${desk.organization}/s/${space.id}/~/history`);
    expect(text).toMatch(/Local user\s+API\s+merged\s+#2 Seed\s+with the one before/);
  });

  it("contains every edit of a change request, an agent's with its tool, and compares any two", async () => {
    const space = await desk.makeSpace("Handbook", [{ markdown: "# Limits\n\nTen.\n", slug: "limits" }]);
    const page = space.page("limits");
    const { id, number } = await desk.openChangeRequest(space.id, edit(page, "# Limits\n\nTwelve.\n"));
    const { user } = await addColleague(desk.platform, desk.organization, { role: "edit", name: "Bob" });
    const names = { spaceId: space.id, changeRequestId: id };
    const answer = await desk.platform.fetch(
      new Request(`http://localhost/v1/spaces/${names.spaceId}/change-requests/${names.changeRequestId}/content`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ changes: edit(page, "# Limits\n\nThirteen.\n") }),
      }),
      { acting: { user, scope: "admin" }, through: { program: "mcp", agent: "Scribe", tool: "write_pages" } },
    );
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    const at = `/app/${desk.organization}/s/${space.id}/~/changes/${number}/~/history`;
    const text = await ada.see(at);
    expect(text).toMatch(/Bob\s+Scribe\s+write_pages\s+edited.*Local user\s+API\s+edited/);
    const radios = (name: string) =>
      [...ada.html.matchAll(new RegExp(`type="radio" name="${name}" value="([^"]*)"`, "g"))].map(([, value]) => value);
    const [newest, oldest] = [radios("to")[0], radios("from").at(-1)];
    expect(radios("to")).toHaveLength(2);
    const compared = `/app/${desk.organization}/s/${space.id}/~/compare`;
    expect(await ada.see(`${compared}?from=${oldest}&to=${newest}`)).toMatch(/Limits\s+edited/);
    await ada.see(`${compared}/limits?from=${oldest}&to=${newest}`);
    expect(ada.text).toMatch(/Removed\s+Twelve\.\s+Added\s+Thirteen\./);
  });

  it("contains exactly the revisions that changed a page, and compares any two", async () => {
    const space = await desk.makeSpace("Handbook", [
      { markdown: "# Limits\n\nTen.\n", slug: "limits" },
      { markdown: "# Start\n", slug: "start" },
    ]);
    const limits = space.page("limits");
    await desk.edit(space.id, edit(limits, "# Limits\n\nTwelve.\n"));
    await desk.edit(space.id, edit(space.page("start"), "# Start\n\nElsewhere.\n"));
    await desk.edit(space.id, [{ operation: "update_page", page: limits, title: "Quotas" }]);
    const { user } = await addColleague(desk.platform, desk.organization, { role: "edit", name: "Bob" });
    const draft = await desk.openChangeRequest(space.id);
    await desk.platform.fetch(
      new Request(`http://localhost/v1/spaces/${space.id}/change-requests/${draft.id}/content`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ changes: edit(limits, "# Quotas\n\nThirteen.\n") }),
      }),
      { acting: { user, scope: "admin" }, through: { program: "mcp", agent: "Scribe", tool: "edit_page" } },
    );
    const at = `/app/${desk.organization}/s/${space.id}`;
    const inDraft = await ada.see(`${at}/~/changes/${draft.number}/limits?view=history`);
    expect(inDraft).toMatch(/Bob\s+Scribe\s+edit_page\s+text/);
    expect(ada.html.match(/name="from"/g)).toHaveLength(1);
    const text = await ada.see(`${at}/limits?view=history`);
    expect(text).toMatch(/title, text\s*, in\s+#\d+.*text\s*, in\s+#\d+.*created\s*, in\s+#\d+/);
    const radios = (name: string) =>
      [...ada.html.matchAll(new RegExp(`type="radio" name="${name}" value="([^"]*)"`, "g"))].map(([, value]) => value);
    expect(radios("to")).toHaveLength(3);
    const [newest, , oldest] = radios("to");
    const compared = await ada.see(`${at}/~/compare/limits?from=${oldest}&to=${newest}`);
    expect(compared).toMatch(/Removed\s+Ten\.\s+Added\s+Twelve\./);
  });

  it("continues a long list on the next page", async () => {
    const space = await desk.makeSpace("Long");
    const { id, number } = await desk.openChangeRequest(space.id);
    for (let count = 0; count < 53; count += 1) {
      await desk.client.changeRequestContent.apply({
        spaceId: space.id,
        changeRequestId: id,
        changes: [{ operation: "insert_page", document: { markdown: `# Page ${count}\n` } }],
      });
    }
    await ada.see(`/app/${desk.organization}/s/${space.id}/~/changes/${number}/~/history`);
    const rows = () => ada.html.match(/name="from"/g)?.length;
    expect(rows()).toBe(50);
    const [, more = ""] = /<a href="([^"]*page=[^"]*)">More</.exec(ada.html) ?? [];
    await ada.see(more.replaceAll("&amp;", "&"));
    expect(rows()).toBe(3);
  });
});
