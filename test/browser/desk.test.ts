import axe from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AppRoute,
  appPath,
  type ContentName,
  contentViews,
  organizationLists,
} from "../../src/contract/app-addresses.ts";
import { type DeskWorkspace, openDesk } from "../app/desk-workspace.ts";
import { addColleague } from "../support/colleague.ts";
import type { SeededSpace } from "../support/workspace.ts";
import { runningBrowser } from "./browser.ts";

const browser = runningBrowser();

let desk: DeskWorkspace;
let space: SeededSpace;
let at: string;
let number: number;
let version: string;
let translation: string;
let made: { collection: string; site: string; issue: string; conversation: string; installation: string };
let names: { spaceId: string; changeRequestId: string };

const limits = [
  "# Limits",
  "Ten requests a second are allowed.",
  "| Plan | Requests |\n| --- | --- |\n| Free | 10 |\n| Paid | 100 |",
  '{% hint style="warning" %}\nDo not retry at once.\n{% endhint %}',
  "```js\nconst limit = 10;\n```",
  "## Bursts",
  "Twenty for a moment, see [the start](start.md).",
].join("\n\n");

beforeAll(async () => {
  desk = await openDesk();
  space = await desk.makeSpace("Handbook", [
    { markdown: `${limits}\n`, slug: "limits" },
    { markdown: "# Start\n\nSee [bursts](limits.md#bursts) and [nothing](nowhere.md).\n", slug: "start" },
  ]);
  const changed = limits
    .replace("Ten requests", "Twelve requests")
    .replace("| Paid | 100 |", "| Paid | 120 |\n| Team | 200 |")
    .replace("limit = 10", "limit = 12");
  const opened = await desk.openChangeRequest(space.id, [
    { operation: "update_page", page: space.page("limits"), document: { markdown: `${changed}\n` } },
    { operation: "insert_page", document: { markdown: "# Quotas\n\nNew page.\n" } },
  ]);
  number = opened.number;
  names = { spaceId: space.id, changeRequestId: opened.id };
  at = `/app/${desk.organization}/s/${space.id}/~/changes/${number}`;
  await desk.client.changeRequestComments.create({ ...names, body: { markdown: "Looks **fine**." } });
  const spec = { organizationId: desk.organization, specSlug: "tides" };
  for (const path of ["/old", "/new"]) {
    const text = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Tides", version: "1" },
      paths: { [path]: { get: { responses: { 200: { description: "Tides" } } } } },
    });
    await desk.client.openapiSpecs.set({ ...spec, source: { text } });
    await desk.platform.jobsSettled();
  }
  version = (await desk.client.openapiSpecs.getLatestVersion(spec)).id;
  const source = { space: space.id, language: "en" as const };
  const organizationId = desk.organization;
  translation = (await desk.client.translations.create({ organizationId, source, language: "de" })).id;
  await desk.client.translations.run({ organizationId, translationId: translation });
  await desk.platform.jobsSettled();
  made = await makeOthers();
});

/** One of each other kind of object with a separate page. */
async function makeOthers(): Promise<typeof made> {
  const { client, organization: organizationId } = desk;
  const { id: collection } = await client.collections.create({ organizationId, title: "Collected" });
  const { id: site } = await client.sites.create({ organizationId, title: "Manual", spaces: [space.id] });
  const body = "I cannot export the invoice as PDF. The export fails with an error.";
  const conversations = ["t1", "t2", "t3"].map((id) => ({
    id,
    subject: "Cannot export the invoice",
    parts: [{ type: "message" as const, role: "user" as const, body }],
  }));
  await client.conversations.ingest({ organizationId, conversations });
  const integration = { integrationName: "chat", organization: organizationId };
  const scopes = ["space:content:read" as const];
  await client.integrations.publish({ ...integration, title: "Chat", description: "Posts.", script: "", scopes });
  await client.installations.install({ integrationName: "chat", organization: organizationId });
  await desk.platform.jobsSettled();
  const issue = (await client.issueClusters.list({ organizationId })).items[0]?.id ?? "";
  return { collection, site, issue, conversation: "t1", installation: "chat" };
}

/** A change request has no other separate view. */
const viewsOfDrafts = ["history", "files", "search", "edit"] as const;

/** The pages of the desk by kind: a new kind does not compile without its page. */
const pagesOf: Readonly<Record<AppRoute["kind"], () => readonly AppRoute[]>> = {
  home: () => [{ kind: "home" }],
  organization: () => [{ kind: "organization", organization: desk.organization }],
  list: () => organizationLists.map((list) => ({ kind: "list", organization: desk.organization, list })),
  collection: () => [{ kind: "collection", organization: desk.organization, id: made.collection }],
  site: () => [{ kind: "site", organization: desk.organization, id: made.site }],
  spec: () =>
    [undefined, version].map((shown) => ({
      ...({ kind: "spec", organization: desk.organization, id: "tides", version: shown } as const),
    })),
  conversation: () => [{ kind: "conversation", organization: desk.organization, id: made.conversation }],
  issue: () => [{ kind: "issue", organization: desk.organization, id: made.issue }],
  translation: () => [{ kind: "translation", organization: desk.organization, id: translation }],
  installation: () => [{ kind: "installation", organization: desk.organization, id: made.installation }],
  integration: () => [{ kind: "integration", id: "chat" }],
  content: () => contents().map((name) => ({ kind: "content", ...name })),
  page: () => contents().map((name) => ({ kind: "page", ...name, path: "limits" })),
  view: () =>
    contents().flatMap((name) =>
      (name.changeRequest === undefined ? contentViews.filter((view) => view !== "edit") : viewsOfDrafts).map(
        (view) => ({ kind: "view" as const, ...name, view, path: view === "edit" ? "limits" : "" }),
      ),
    ),
};

const contents = (): ContentName[] =>
  [undefined, number].map((changeRequest) => ({ organization: desk.organization, space: space.id, changeRequest }));

afterAll(() => desk?.close());

type Options = Parameters<ReturnType<typeof browser>["newContext"]>[0];

async function signedIn(options: Options = {}, user?: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser().newContext({ baseURL: desk.url, ...options });
  const page = await context.newPage();
  await page.goto(await desk.link(user));
  await page.click("button");
  await page.waitForURL("**/app/**");
  return { context, page };
}

async function violations(page: Page): Promise<string[]> {
  // The menu lies over the page when it is open.
  await page.evaluate(() => {
    const isShort = document.querySelector("table") === null;
    for (const closed of document.querySelectorAll("details")) closed.open = isShort || !closed.matches(".menu");
  });
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Every page in both schemes takes most of a minute, so `npm test` checks one of each kind in one scheme. */
const isExhaustive = process.env.EXHAUSTIVE_TESTS === "1";
const schemes = isExhaustive ? (["light", "dark"] as const) : (["light"] as const);

describe.each(schemes)("the desk in %s mode", (colorScheme) => {
  it("has nothing wrong according to axe on any page, and follows its policy", async () => {
    const { context, page } = await signedIn({ colorScheme, bypassCSP: true });
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    const base = `/app/${desk.organization}`;
    const here = `${base}/s/${space.id}`;
    const paths = [
      ...Object.values(pagesOf).flatMap((pages) => (isExhaustive ? pages() : pages().slice(0, 1)).map(appPath)),
      at,
      `${base}/search?q=requests`,
      ...["?view=markdown", "?view=links", "?view=history"].map((view) => `${here}/limits${view}`),
      `${here}/~/search?q=requests`,
      ...["?show=split", "?show=markdown", "?show=conflicts"].map((view) => at + view),
      "/",
      "/app/account",
      `${base}/s/none`,
    ];
    const found: string[] = [];
    for (const path of paths) {
      const status = (await page.goto(path))?.status();
      if (status !== (path.endsWith("/none") ? 404 : 200)) found.push(`${path} has the status ${status}`);
      found.push(...(await violations(page)).map((one) => `${path} ${one}`));
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (width > 0) found.push(`${path} is ${width} pixels too wide`);
    }
    expect([...found, ...complaints]).toEqual([]);
    await context.close();
  });
});

it("on a phone nothing is wider than the window, and no list of the desk scrolls sideways", async () => {
  const { context, page } = await signedIn({ viewport: { width: 360, height: 740 } });
  const tooWide: string[] = [];
  const pages = Object.values(pagesOf).flatMap((places) => places().map(appPath));
  for (const path of [...pages, at, `${at}?show=split`, `${at}?show=markdown`]) {
    await page.goto(path);
    const [width, scrolling] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      [...document.querySelectorAll(".stacks")].filter((table) => table.scrollWidth > table.clientWidth).length,
    ]);
    if (width !== 360) tooWide.push(`${path} is ${width} pixels wide`);
    if (scrolling !== 0) tooWide.push(`${path} has ${scrolling} tables that scroll sideways`);
  }
  expect(tooWide).toEqual([]);
  await context.close();
});

it("on a phone each cell of a list carries its column's name", async () => {
  const { context, page } = await signedIn({ viewport: { width: 360, height: 740 } });
  await page.goto(`/app/${desk.organization}/jobs`);
  const label = await page
    .locator(".stacks td:nth-child(2)")
    .first()
    .evaluate((cell) => getComputedStyle(cell, "::before").content);
  expect(label).toBe('"State: "');
  expect(await page.getByRole("columnheader").count()).toBe(6);
  await context.close();
});

it("pages comply with their content security policy and load everything", async () => {
  const { context, page } = await signedIn();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  for (const path of ["/app/", at, `${at}?show=split`, `${at}/~/edit/limits`]) await page.goto(path);
  expect(complaints).toEqual([]);
  await context.close();
});

it("a person with an open change request sees an edit without reloading, and keeps what they typed", async () => {
  const { context, page } = await signedIn();
  await page.goto(at);
  await page.click("summary:text-is('Review')");
  await page.fill("textarea[name=text] >> visible=true", "Half a thought");
  await desk.client.changeRequestContent.apply({
    ...names,
    changes: [{ operation: "insert_page", document: { markdown: "# Seen live\n\nAn agent wrote this.\n" } }],
  });
  await page.waitForSelector("text=An agent wrote this.");
  expect(await page.inputValue("textarea[name=text] >> visible=true")).toBe("Half a thought");
  expect(await page.textContent("#said")).toContain("Someone else changed");
  await context.close();
});

it("a list of change requests shows those that others open", async () => {
  const { context, page } = await signedIn();
  await page.goto(`/app/${desk.organization}/changes`);
  const { id } = await desk.client.changeRequests.create({ spaceId: space.id, subject: "Appears by itself" });
  await desk.client.changeRequests.update({ spaceId: space.id, changeRequestId: id, status: "open" });
  await page.waitForSelector("text=Appears by itself");
  await context.close();
});

it("a person on the jobs page sees one begin and end without reloading", async () => {
  const { context, page } = await signedIn();
  await page.goto(`/app/${desk.organization}/jobs`);
  const imports = page.locator("tr", { hasText: "Import" });
  expect(await imports.count()).toBe(0);
  const uploaded = await desk.platform.fetch(
    new Request("http://localhost/uploads?name=moss.md", {
      method: "POST",
      headers: { Authorization: `Bearer ${desk.token}` },
      body: "# Moss\n\nGreen.\n",
    }),
  );
  const { key } = (await uploaded.json()) as { key: string };
  const target = { space: (await desk.makeSpace("Imported live")).id };
  await desk.client.imports.start({
    organizationId: desk.organization,
    source: { type: "file", files: [key] },
    target,
  });
  await imports.filter({ hasText: "Imported live" }).locator(".badge-succeeded").waitFor();
  await context.close();
});

it("a person without JavaScript on a phone comments, approves and another merges, with only the keyboard", async () => {
  const { number, id } = await desk.openChangeRequest(space.id, [
    {
      operation: "update_page",
      page: space.page("start"),
      document: { markdown: "# Start\n\nBegin here, see [bursts](limits.md#bursts).\n" },
    },
  ]);
  const there = `/app/${desk.organization}/s/${space.id}/~/changes/${number}`;
  const bob = await addColleague(desk.platform, desk.organization, { role: "review", name: "Bob" });
  const phone = { viewport: { width: 390, height: 800 }, javaScriptEnabled: false };
  const { context, page } = await signedIn(phone, bob.user);
  await page.goto(there);
  await page.focus(".step summary:text-is('Comment') >> nth=0");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Well begun.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=Your comment is posted.");
  await page.focus("summary:text-is('Review')");
  await page.keyboard.press("Enter");
  await page.check("input[value=approved]");
  await page.focus("button:text-is('Submit review')");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=You approved it.");
  await context.close();
  const merger = await signedIn(phone);
  await merger.page.goto(there);
  expect(await merger.page.textContent(".people")).toContain("Bob");
  await merger.page.focus("button.primary");
  await merger.page.keyboard.press("Enter");
  await merger.page.waitForSelector("text=Merged: readers of the space see it now.");
  await merger.context.close();
  expect((await desk.client.changeRequests.get({ spaceId: space.id, changeRequestId: id })).status).toBe("merged");
});

/** Presses Tab until the element with this text has the focus, which must be visible on each one on the way. */
async function tabTo(page: Page, text: string): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 300) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      // The end of the page, after which the browser's own buttons follow.
      if (element === document.body) return { name: "", isSeen: true };
      const isOutlined = (one: Element | null) => one !== null && getComputedStyle(one).outlineStyle !== "none";
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const over = document.elementFromPoint(
        (left + right) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      );
      const isCovered = over === null || !(element.contains(over) || over.contains(element));
      const label = element.getAttribute("aria-label") ?? element.closest("label")?.textContent;
      const name = `${label || element.textContent || element.getAttribute("name") || element.tagName}`.trim();
      return { name, isSeen: (isOutlined(element) || isOutlined(element.parentElement)) && !isCovered };
    });
    if (!focused.isSeen) throw new Error(`The focus is not seen on ${focused.name}`);
    if (focused.name === text) return;
    passed.push(focused.name);
  }
  throw new Error(`Tab does not reach ${text}, only ${[...new Set(passed)].join(", ")}`);
}

it("a change is read side by side, commented and approved with Tab, Enter and Space, while others edit", async () => {
  const opened = await desk.openChangeRequest(space.id, [
    {
      operation: "update_page",
      page: space.page("start"),
      document: { markdown: "# Start\n\nBegin there, see [bursts](limits.md#bursts).\n" },
    },
  ]);
  const ann = await addColleague(desk.platform, desk.organization, { role: "review", name: "Ann" });
  const { context, page } = await signedIn({ viewport: { width: 1280, height: 800 } }, ann.user);
  await page.goto(`/app/${desk.organization}/s/${space.id}/~/changes/${opened.number}`);
  await tabTo(page, "Skip to content");
  await page.keyboard.press("Enter");
  await tabTo(page, "Side by side");
  await page.keyboard.press("Enter");
  await page.waitForURL("**show=split**");
  await tabTo(page, "Comment");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Why there?");
  await desk.client.changeRequestContent.apply({
    spaceId: space.id,
    changeRequestId: opened.id,
    changes: [{ operation: "insert_page", document: { markdown: "# Meanwhile\n\nSomebody wrote on.\n" } }],
  });
  await page.waitForSelector("text=Somebody wrote on.");
  await page.keyboard.type(" And since when?");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=Your comment is posted.");
  expect(await page.textContent("main")).toContain("Why there? And since when?");
  expect(page.url()).toContain("show=split");
  await tabTo(page, "Review");
  await page.keyboard.press("Enter");
  await tabTo(page, "Approve");
  await page.keyboard.press("Space");
  await tabTo(page, "Submit review");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=You approved it.");
  await context.close();
});
