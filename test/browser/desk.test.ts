import axe from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeskWorkspace, openDesk } from "../app/desk-workspace.ts";
import { addColleague } from "../support/colleague.ts";
import type { SeededSpace } from "../support/workspace.ts";
import { runningBrowser } from "./browser.ts";

const browser = runningBrowser();

let desk: DeskWorkspace;
let space: SeededSpace;
let at: string;
let version: string;
let translation: string;
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
  const { id, number } = await desk.openChangeRequest(space.id, [
    { operation: "update_page", page: space.page("limits"), document: { markdown: `${changed}\n` } },
    { operation: "insert_page", document: { markdown: "# Quotas\n\nNew page.\n" } },
  ]);
  names = { spaceId: space.id, changeRequestId: id };
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
});
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

describe.each(["light", "dark"] as const)("in %s mode", (colorScheme) => {
  it("axe finds nothing wrong with any page, and none breaks its policy", async () => {
    const { context, page } = await signedIn({ colorScheme, bypassCSP: true });
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    const base = `/app/${desk.organization}`;
    const here = `${base}/s/${space.id}`;
    const paths = [
      "/app/",
      base,
      ...["changes", "issues", "translations", "openapi", "sites", "members", "jobs", "audit", "search?q=requests"].map(
        (list) => `${base}/${list}`,
      ),
      here,
      ...["", "?view=markdown", "?view=links", "?view=history"].map((view) => `${here}/limits${view}`),
      ...["history", "compare", "changes", "search?q=requests", "files", "links", "git"].map(
        (view) => `${here}/~/${view}`,
      ),
      ...["", "?show=split", "?show=markdown", "?show=conflicts", "/~/edit/limits", "/~/history"].map(
        (view) => at + view,
      ),
      `${base}/openapi/tides`,
      `${base}/openapi/tides/${version}`,
      `${base}/translations/${translation}`,
      "/",
      "/app/account",
      `${base}/s/none`,
    ];
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      found.push(...(await violations(page)).map((one) => `${path} ${one}`));
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (width > 0) found.push(`${path} is ${width} pixels too wide`);
    }
    expect([...found, ...complaints]).toEqual([]);
    await context.close();
  }, 120_000);
});

it("on a phone's width nothing is wider than the window", async () => {
  const { context, page } = await signedIn({ viewport: { width: 360, height: 740 } });
  for (const path of [`/app/`, at, `${at}?show=split`, `${at}?show=markdown`, `${at}/~/edit/limits`, `${at}/limits`]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
  }
  await context.close();
});

it("pages break no rule of their content security policy and load everything", async () => {
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

it("a person who has a change request open sees an edit without reloading, and keeps what they typed", async () => {
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
  expect(await page.textContent("#said")).toContain("changed by somebody else");
  await context.close();
});

it("a list of change requests follows what others open", async () => {
  const { context, page } = await signedIn();
  await page.goto(`/app/${desk.organization}/changes`);
  const { id } = await desk.client.changeRequests.create({ spaceId: space.id, subject: "Appears by itself" });
  await desk.client.changeRequests.update({ spaceId: space.id, changeRequestId: id, status: "open" });
  await page.waitForSelector("text=Appears by itself");
  await context.close();
});

it("without JavaScript and at a phone's width a person comments, approves and another merges, with the keyboard alone", async () => {
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
