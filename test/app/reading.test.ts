import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addColleague } from "../support/colleague.ts";
import type { SeededSpace } from "../support/workspace.ts";
import { type DeskWorkspace, openDesk, type Visitor } from "./desk-workspace.ts";

let desk: DeskWorkspace;
let space: SeededSpace;
let ada: Visitor;
let base: string;

beforeAll(async () => {
  desk = await openDesk();
  space = await desk.makeSpace("Handbook", [
    { markdown: "# Start\n\nWelcome, see [Limits](limits.md).\n", slug: "start" },
    { markdown: "# Limits\n\nTen requests a second.\n\n## Bursts\n\nTwenty.\n", slug: "limits" },
  ]);
  ada = await desk.signedIn();
  base = `/app/${desk.organization}/s/${space.id}`;
});
afterAll(() => desk.close());

describe("a person who is not signed in", () => {
  it("signs in first, and continues to the requested page", async () => {
    const { url } = desk;
    const answer = await fetch(`${url}${base}/start?view=markdown`, { redirect: "manual" });
    expect(answer.status).toBe(303);
    const to = new URL(answer.headers.get("location") ?? "", url);
    expect([to.pathname, to.searchParams.get("returnTo")]).toEqual(["/app/sign-in", `${base}/start?view=markdown`]);
  });
});

describe("the desk", () => {
  it("starts with the organizations, their spaces and what is waiting", async () => {
    const { number } = await desk.openChangeRequest(space.id);
    const text = await ada.see("/app/");
    expect(text).toContain("Handbook");
    expect(text).toContain("Seed");
    expect(ada.html).toContain(`href="${base}/~/changes/${number}"`);
  });

  it("lists the spaces of an organization", async () => {
    expect(await ada.see(`/app/${desk.organization}`)).toContain("Handbook");
    expect(ada.html).toContain(`href="${base}"`);
  });
});

describe("a space", () => {
  it("is shown with its pages", async () => {
    const text = await ada.see(base);
    expect(text).toContain("2 pages");
    expect(ada.html).toContain(`href="${base}/limits"`);
  });

  it("shows what a merge into it requires, and who may not merge", async () => {
    const { client, user, makeSpace } = desk;
    const ruled = await makeSpace("Ruled");
    const rules = [
      { rule: "require_at_least_one_review" as const },
      { rule: "require_specific_reviewers" as const, users: [user] },
    ];
    await client.spaces.update({ spaceId: ruled.id, mergeRules: { type: "rules", rules } });
    const there = `/app/${desk.organization}/s/${ruled.id}`;
    const text = await ada.see(there);
    expect(text).toContain("You may merge change requests into this space.");
    expect(text).toContain("Somebody must review it.");
    expect(text).toContain("Each of these must approve: Local user.");
    const reader = await addColleague(desk.platform, desk.organization, { role: "read", name: "Rita" });
    expect(await (await desk.signedIn(reader.user)).see(there)).toContain("You may not merge here");
    await client.spaces.update({ spaceId: ruled.id, editMode: "locked" });
    expect(await ada.see(there)).toContain("The space is locked");
  });

  it("is not found at another organization's address", async () => {
    expect((await ada.open(`/app/other/s/${space.id}`)).status).toBe(404);
    expect((await ada.open(`/app/${desk.organization}/s/none`)).status).toBe(404);
  });

  it("has pages to read, with links to other pages of the desk", async () => {
    await ada.see(`${base}/start`);
    expect(ada.html).toContain("<h1>Start</h1>");
    expect(ada.html).toContain(`<a href="${base}/limits">Limits</a>`);
  });

  it("shows pages as Markdown, with links in and out, and with their history", async () => {
    expect(await ada.see(`${base}/limits?view=markdown`)).toContain("# Limits Ten requests");
    expect(await ada.see(`${base}/limits?view=links`)).toMatch(/Links to this page.*Start/);
    expect(await ada.see(`${base}/limits?view=history`)).toContain("Local user");
  });

  it("can be searched", async () => {
    expect(await ada.see(`${base}/~/search?q=bursts`)).toContain("Limits");
    expect(await ada.see(`/app/${desk.organization}/search?q=bursts`)).toContain("Handbook");
  });

  it.each(["history", "compare", "changes", "search", "files", "links", "git"])(
    "has a page of its %s",
    async (view) => {
      expect(await ada.see(`${base}/~/${view}`)).toContain("Handbook");
    },
  );

  it("shows the difference between two revisions, as it is read and as Markdown", async () => {
    const before = (await desk.client.spaces.get({ spaceId: space.id })).revision;
    await desk.edit(space.id, [
      {
        operation: "update_page",
        page: space.page("limits"),
        document: { markdown: "# Limits\n\nTwelve requests a second.\n\n## Bursts\n\nTwenty.\n" },
      },
    ]);
    const after = (await desk.client.spaces.get({ spaceId: space.id })).revision;
    await ada.see(`${base}/~/compare/limits?from=${before}&to=${after}`);
    expect(ada.html).toContain("<del>Ten</del><ins>Twelve</ins> requests");
    await ada.see(`${base}/~/compare/limits?from=${before}&to=${after}&show=markdown`);
    expect(ada.html).toContain("<del>Ten</del>");
    const text = await ada.see(`${base}/~/compare?from=${before}&to=${after}`);
    expect(text).toMatch(/Limits edited/);
    expect(text).not.toMatch(/Start edited/);
  });
});

it.each(["issues", "translations", "openapi", "sites", "members", "search", "changes"])(
  "an organization has a page of its %s",
  async (list) => {
    await ada.see(`/app/${desk.organization}/${list}`);
  },
);
