import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addColleague } from "../support/colleague.ts";
import type { SeededSpace } from "../support/workspace.ts";
import { type DeskWorkspace, openDesk, type Visitor } from "./desk-workspace.ts";

let desk: DeskWorkspace;
let ada: Visitor;

beforeAll(async () => {
  desk = await openDesk();
  ada = await desk.signedIn();
});
afterAll(() => desk.close());

const limits = "# Limits\n\nTen requests a second are allowed for each client.\n\n## Bursts\n\nTwenty for a moment.\n";

async function changed(markdown: string): Promise<{ space: SeededSpace; id: string; number: number; at: string }> {
  const space = await desk.makeSpace("Handbook", [
    { markdown: limits, slug: "limits" },
    { markdown: "# Start\n\nSee [bursts](limits.md#bursts).\n", slug: "start" },
  ]);
  const { id, number } = await desk.openChangeRequest(space.id, [
    { operation: "update_page", page: space.page("limits"), document: { markdown } },
  ]);
  return { space, id, number, at: `/app/${desk.organization}/s/${space.id}/~/changes/${number}` };
}

const namesOf = ({ space, id }: { space: SeededSpace; id: string }) => ({ spaceId: space.id, changeRequestId: id });

describe("the page of a change request", () => {
  it("shows what changed as readers see it, with changed words marked", async () => {
    const { at } = await changed(limits.replace("Ten", "Twelve"));
    const text = await ada.see(at);
    expect(ada.html).toContain("<del>Ten</del><ins>Twelve</ins> requests");
    expect(text).toContain("No conflicts with the space");
    expect(text).toContain("Every merge rule is met");
  });

  it("shows both versions side by side, and the Markdown", async () => {
    const { at } = await changed(limits.replace("Ten", "Twelve"));
    await ada.see(`${at}?show=split`);
    expect(ada.html).toMatch(/<del>Ten<\/del> requests[\s\S]*<ins>Twelve<\/ins> requests/);
    await ada.see(`${at}?show=markdown`);
    expect(ada.html).toContain("<del>Ten</del>");
  });

  it("recognizes a passage that was moved", async () => {
    const { at } = await changed(
      "# Limits\n\n## Bursts\n\nTwenty for a moment.\n\nTen requests a second are allowed for each client.\n",
    );
    const text = await ada.see(at);
    expect(text).toContain("Moved away");
    expect(text).toContain("Moved here");
    expect(text).not.toContain("Removed");
  });

  it("names pages by their titles, without the ids that agents use", async () => {
    const { space, at, id } = await changed(limits);
    await desk.client.changeRequestContent.apply({
      ...namesOf({ space, id }),
      changes: [{ operation: "insert_page", document: { markdown: "# Quotas\n\nNew.\n" }, into: space.page("start") }],
    });
    const text = await ada.see(at);
    expect(text).toContain('under "Start", first');
    expect(text).not.toContain(space.page("start"));
  });

  it("compares a table by rows, and names where a link led before and leads now", async () => {
    const table = "| Plan | Requests |\n| --- | --- |\n| Free | 10 |\n| Team | 50 |\n";
    const space = await desk.makeSpace("Plans", [
      { markdown: `# Plans\n\n${table}\nSee [limits](limits.md).\n`, slug: "plans" },
      { markdown: limits, slug: "limits" },
      { markdown: limits, slug: "other" },
    ]);
    const markdown = `# Plans\n\n${table.replace("| Free | 10 |\n", "")}\nSee [limits](other.md).\n`;
    const { number } = await desk.openChangeRequest(space.id, [
      { operation: "update_page", page: space.page("plans"), document: { markdown } },
    ]);
    const text = await ada.see(`/app/${desk.organization}/s/${space.id}/~/changes/${number}`);
    expect(ada.html).toContain(`<tr class="was"><td><del>Free</del>`);
    expect(text).toContain("Link “limits”: limits other");
  });

  it("reports lost sections and broken links", async () => {
    const { at } = await changed("# Limits\n\nTen requests a second are allowed for each client.\n");
    const text = await ada.see(at);
    expect(text).toContain('sections lost: "Bursts"');
    expect(text).toContain("linked from");
  });

  it("runs nothing from a page or a comment", async () => {
    const evil = "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))";
    const changes = await changed(`# Limits\n\nTen ${evil} requests.\n`);
    await desk.client.changeRequestComments.create({ ...namesOf(changes), body: { markdown: evil } });
    for (const show of ["unified", "split", "markdown"]) {
      await ada.see(`${changes.at}?show=${show}`);
      expect(ada.html.replace(/<script src="[^"]*" type="module"><\/script>/, "")).not.toMatch(
        /<script|<[^>]*\sonerror=|href="javascript:/i,
      );
    }
  });
});

describe("a reviewer", () => {
  it("comments on a passage, replies, resolves and opens it again", async () => {
    const changes = await changed(limits.replace("Ten", "Twelve"));
    await ada.see(changes.at);
    const [, node = ""] = /name="node" value="([^"]*)"/.exec(ada.html) ?? [];
    const passage = { page: changes.space.page("limits"), node, text: "Is that *so*?" };
    expect(await ada.follow("comment", passage)).toContain("Your comment is posted.");
    const { items } = await desk.client.changeRequestComments.list(namesOf(changes));
    expect(items.map(({ target, body }) => [target.page?.id, target.node?.id, body.markdown])).toEqual([
      [passage.page, node, "Is that *so*?"],
    ]);
    expect(await ada.follow("reply", { text: "It is." })).toContain("It is.");
    expect(await ada.follow("resolve")).toContain("The comment is resolved.");
    expect((await desk.client.changeRequests.get(namesOf(changes))).comments).toBe(0);
    expect(await ada.follow("reopen")).toContain("The comment is open again.");
  });

  it("requests changes, another approves, and the first merges", async () => {
    const changes = await changed(limits.replace("Ten", "Twelve"));
    const bob = await addColleague(desk.platform, desk.organization, { role: "review", name: "Bob" });
    const reviewer = await desk.signedIn(bob.user);
    await reviewer.see(changes.at);
    expect(await reviewer.follow("review", { verdict: "changes-requested", text: "Why twelve?" })).toContain(
      "asks for changes",
    );
    expect(await reviewer.follow("review", { verdict: "approved" })).toMatch(/Bob\s+approved/);
    await ada.see(changes.at);
    expect(await ada.follow("merge")).toContain("Merged: readers of the space see it now.");
    expect((await desk.client.changeRequests.get(namesOf(changes))).status).toBe("merged");
  });

  it("cannot decide on changes they have not seen", async () => {
    const changes = await changed(limits.replace("Ten", "Twelve"));
    await ada.see(changes.at);
    await desk.client.changeRequestContent.apply({
      ...namesOf(changes),
      changes: [
        { operation: "update_page", page: changes.space.page("limits"), document: { markdown: "# Limits\n\nNone.\n" } },
      ],
    });
    const before = ada.html;
    for (const action of ["merge", "review"]) {
      ada.html = before;
      const answer = await ada.send(action, { verdict: "approved" });
      expect(answer.status).toBe(409);
      expect(ada.text).toContain("was edited since you opened it");
    }
    expect((await desk.client.changeRequests.get(namesOf(changes))).status).toBe("open");
  });

  it("is not offered a merge without the right to it, and is refused one", async () => {
    const changes = await changed(limits.replace("Ten", "Twelve"));
    await ada.see(changes.at);
    const { user } = await addColleague(desk.platform, desk.organization, { role: "comment", name: "Eve" });
    const eve = await desk.signedIn(user);
    await eve.see(changes.at);
    expect(eve.text).not.toContain("Merge into");
    expect(eve.text).toContain("You may not merge here");
    const own = /name="forgery" value="([^"]*)"/.exec(eve.html)?.[1] ?? "";
    const { revision } = await desk.client.changeRequests.get(namesOf(changes));
    const sent = new URLSearchParams({ action: "merge", revision, forgery: own });
    const answer = await eve.post(changes.at, sent, { Origin: desk.url, "Sec-Fetch-Site": "same-origin" });
    expect(answer.status).toBe(403);
    expect((await desk.client.changeRequests.get(namesOf(changes))).status).toBe("open");
  });

  it("archives it, and opens it again", async () => {
    const changes = await changed(limits.replace("Ten", "Twelve"));
    await ada.see(changes.at);
    expect(await ada.follow("archive")).toContain("Archived.");
    expect(await ada.follow("open")).toContain("Opened for review.");
  });

  it("describes its purpose, and requests reviews", async () => {
    const changes = await changed(limits.replace("Ten", "Twelve"));
    const bob = await addColleague(desk.platform, desk.organization, { role: "review", name: "Bertha" });
    await ada.see(changes.at);
    expect(await ada.follow("describe", { subject: "Raise limits", description: "As *measured*." })).toContain(
      "Raise limits",
    );
    expect(await ada.follow("ask", { reviewer: bob.user })).toMatch(/Bertha\s+review awaited/);
    const bertha = await desk.signedIn(bob.user);
    expect(await bertha.see(`/app/${desk.organization}/changes?whose=asked`)).toContain("Raise limits");
    expect(await ada.see(`/app/${desk.organization}/changes?whose=asked`)).not.toContain("Raise limits");
  });

  it("cannot send a form from another site's page", async () => {
    const changes = await changed(limits.replace("Ten", "Twelve"));
    const answer = await ada.postFromElsewhere(changes.at, { action: "archive" });
    expect(answer.status).toBe(303);
    const forged = await ada.post(changes.at, new URLSearchParams({ action: "archive", forgery: "x" }), {
      Origin: desk.url,
    });
    expect(forged.status).toBe(403);
    expect((await desk.client.changeRequests.get(namesOf(changes))).status).toBe("open");
  });
});

describe("a conflict", () => {
  const ours = limits.replace("Ten requests", "Twelve requests");
  const theirs = limits.replace("Ten requests", "Eleven requests");

  async function conflicted() {
    const changes = await changed(ours);
    await desk.edit(changes.space.id, [
      { operation: "update_page", page: changes.space.page("limits"), document: { markdown: theirs } },
    ]);
    await ada.see(changes.at);
    expect(ada.text).toContain("1 conflict with the space");
    await ada.see(`${changes.at}?show=conflicts`);
    expect(await ada.follow("update")).toContain("conflicts remain to be resolved");
    return changes;
  }

  it.each([
    ["space", ["Eleven"], ["Twelve"]],
    ["change-request", ["Twelve"], ["Eleven"]],
    ["both", ["Eleven", "Twelve"], []],
  ])("is settled with %s", async (choice, has, lacks) => {
    const changes = await conflicted();
    expect(await ada.follow("settle", { "choice-0": choice })).toContain("No conflict is left.");
    const { revision } = await desk.client.changeRequests.get(namesOf(changes));
    const page = await desk.client.revisions.getPage({
      spaceId: changes.space.id,
      revisionId: revision,
      pageId: changes.space.page("limits"),
      format: "markdown",
    });
    for (const word of has) expect(page.markdown).toContain(word);
    for (const word of lacks) expect(page.markdown).not.toContain(word);
    await ada.see(changes.at);
    expect(await ada.follow("merge")).toContain("Merged");
  });
});

describe("the editor", () => {
  it("previews, and saves in the change request", async () => {
    const changes = await changed(ours());
    const edit = `${changes.at}/~/edit/limits`;
    await ada.see(edit);
    const preview = await ada.send("", { action: "preview", markdown: "# Limits\n\nNo **limits**.\n" });
    expect(preview.status).toBe(200);
    expect(ada.html).toContain("No <strong>limits</strong>.");
    await ada.follow("", { action: "save", markdown: "# Limits\r\n\r\nNo limits.\r\n" });
    expect(ada.text).toContain("No limits.");
    expect(await ada.see(`${changes.at}/limits?view=markdown`)).toContain("# Limits No limits.");
  });

  it.each([
    ["Windows", limits.replaceAll("\n", "\r\n")],
    ["mixed", limits.replace("\n\n", "\r\n\n").replace("moment.\n", "moment.\r\n")],
  ])("keeps the %s line ends of a page, of which browsers send only one kind", async (_kind, markdown) => {
    const changes = await changed(markdown);
    await ada.see(`${changes.at}/~/edit/limits`);
    const typed = markdown.replace("Ten requests", "Nine requests");
    await ada.follow("", { action: "save", markdown: asSent(typed) });
    const { revision } = await desk.client.changeRequests.get(namesOf(changes));
    const page = await desk.client.revisions.getPage({
      spaceId: changes.space.id,
      revisionId: revision,
      pageId: changes.space.page("limits"),
      format: "markdown",
    });
    expect(page.markdown).toBe(typed);
  });

  it.each([
    ["both kinds of line ends", limits.replace("\n\n", "\r\n\n")],
    ["a lone carriage return", limits.replace("each client", "each\rclient")],
  ])("changes nothing of a page with %s that is saved as it was", async (_kind, markdown) => {
    const changes = await changed(markdown);
    const { revision } = await desk.client.changeRequests.get(namesOf(changes));
    await ada.see(`${changes.at}/~/edit/limits`);
    await ada.follow("", { action: "save", markdown: asSent(markdown) });
    expect((await desk.client.changeRequests.get(namesOf(changes))).revision).toBe(revision);
  });

  it("merges what someone else saved in a page with both kinds of line ends", async () => {
    const mixed = limits.replaceAll("\n\n", "\r\n\n");
    const changes = await changed(mixed);
    await ada.see(`${changes.at}/~/edit/limits`);
    await desk.client.changeRequestContent.apply({
      ...namesOf(changes),
      changes: [
        {
          operation: "update_page",
          page: changes.space.page("limits"),
          document: { markdown: mixed.replace("Ten requests", "Nine requests") },
        },
      ],
    });
    await ada.send("", { action: "save", markdown: asSent(mixed.replace("Twenty", "Thirty")) });
    expect(ada.text).toContain("Below is your text with their changes in it");
  });

  it("starts a new change request from a page of the space", async () => {
    const { space } = await changed(ours());
    await ada.see(`/app/${desk.organization}/s/${space.id}/start`);
    expect(await ada.follow("edit")).toMatch(/In change request #\d+ of Handbook/);
  });

  it("does not overwrite what someone else saved, and keeps the person's text", async () => {
    const changes = await changed(limits);
    const edit = `${changes.at}/~/edit/limits`;
    await ada.see(edit);
    const written = limits.replace("Twenty", "Thirty");
    const apply = (markdown: string) =>
      desk.client.changeRequestContent.apply({
        ...namesOf(changes),
        changes: [{ operation: "update_page", page: changes.space.page("limits"), document: { markdown } }],
      });
    await apply(limits.replace("Ten requests", "Nine requests"));
    const answer = await ada.send("", { action: "save", markdown: written });
    expect(answer.status).toBe(409);
    expect(ada.text).toContain("Somebody changed this page while you wrote");
    const [, offered = ""] = /<textarea[^>]*>\n([\s\S]*?)<\/textarea>/.exec(ada.html) ?? [];
    expect(offered).toContain("Nine requests");
    expect(offered).toContain("Thirty");
    await ada.follow("", { action: "save", markdown: offered });
    expect(await ada.see(`${changes.at}/limits?view=markdown`)).toMatch(/Nine requests.*Thirty/);
  });

  const ours = () => limits.replace("Ten", "Twelve");

  /** Browsers send every line end as CRLF. */
  const asSent = (markdown: string) => markdown.replace(/\r\n?|\n/g, "\r\n");
});
