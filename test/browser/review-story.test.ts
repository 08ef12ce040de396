import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { type Agent, connectAgent, found } from "../stories/agents.ts";
import { handbook, writeFiles } from "../stories/handbook.ts";
import { runningBrowser } from "./browser.ts";

const browser = runningBrowser();

const folder = temporaryFolder();
const data = join(folder, "data");
const space = "Tern handbook";

let service: Served;
let agent: Agent;
let reviewer: string;

beforeAll(async () => {
  await writeFiles(join(folder, "docs"), handbook);
  await copydesk(["import", join(folder, "docs"), "--data", data]);
  service = await serve(["--data", data]);
  agent = await connectAgent("SDK v2, modern", { url: service.ready.mcp ?? "" }, () => "accept");
  const added = await copydesk([
    "user",
    "add",
    "rita@example.com",
    "--name",
    "Rita",
    "--role",
    "review",
    "--data",
    data,
  ]);
  reviewer = added.stdout.trim();
});
afterAll(async () => {
  await agent?.close();
  await service?.stop();
});

/** A browser as wide as a phone, with a signed-in user. */
async function onPhone(user?: string): Promise<{ context: BrowserContext; page: Page }> {
  const who = user === undefined ? [] : ["--user", user];
  const { stdout } = await copydesk(["login", ...who, "--data", data]);
  const { pathname, search } = new URL(found(/(https?:\S+)/, stdout));
  const context = await browser().newContext({ viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(new URL(pathname + search, service.ready.api).href);
  await page.click("button");
  await page.waitForURL(/\/app\/(?!sign-in)/);
  return { context, page };
}

it("an agent proposes, a person comments on a phone, the agent amends before their eyes, they approve and another merges", async () => {
  const opened = await agent.call("open_change_request", { space, subject: "Explain quotas" });
  const address = found(/Link for the person: (\S+)/, opened);
  const named = { space, change_request: found(/#(\d+)/, opened) };
  const written = await agent.call("write_pages", {
    ...named,
    pages: [{ action: "create", title: "Quotas", markdown: "Ten requests a second are allowed." }],
  });
  expect(written).toContain(address);

  const rita = await onPhone(reviewer);
  await rita.page.goto(address);
  await rita.page.waitForSelector("text=Ten requests a second are allowed.");
  expect(await rita.page.textContent(".people")).toMatch(/agent.*acted for.*write_pages/is);
  expect(await rita.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await rita.page.click(".step summary:text-is('Comment') >> nth=0");
  await rita.page.fill(".step textarea[name=text] >> visible=true", "Since when?");
  await rita.page.click(".step button:text-is('Comment') >> visible=true");
  await rita.page.waitForSelector("text=Your comment is posted.");

  expect(await agent.call("list_comments", named)).toContain("Since when?");
  await agent.call("edit_page", {
    ...named,
    page: "Quotas",
    edits: [{ old_text: "are allowed.", new_text: "are allowed since May." }],
  });
  await rita.page.waitForSelector("text=since May");
  await rita.page.click("summary:text-is('Review')");
  await rita.page.check("input[value=approved]");
  await rita.page.click("button:text-is('Submit review')");
  await rita.page.waitForSelector("text=You approved it.");
  await rita.context.close();

  const local = await onPhone();
  await local.page.goto(address);
  expect(await local.page.textContent(".people")).toMatch(/Rita\s+approved/);
  await local.page.click("button:text-is('Merge into Tern handbook')");
  await local.page.waitForSelector("text=Merged: readers of the space see it now.");
  await local.page.goto(address.replace(/\/~\/changes.*/, "/quotas"));
  expect(await local.page.textContent("article")).toContain("since May");
  await local.context.close();
});

it("a list on a phone shows two proposals as agents make them, and a person settles their conflict in the editor", async () => {
  const { context, page } = await onPhone();
  await page.goto(new URL(`/app/${service.ready.organization}/changes`, service.ready.api).href);
  const before = "Ten requests a second are allowed since May.";
  const propose = async (subject: string, after: string) => {
    const opened = await agent.call("open_change_request", { space, subject });
    const named = { space, change_request: found(/#(\d+)/, opened) };
    await agent.call("edit_page", { ...named, page: "Quotas", edits: [{ old_text: before, new_text: after }] });
    await page.waitForSelector(`text=${subject}`);
    return { named, address: found(/Link for the person: (\S+)/, opened) };
  };
  const first = await propose("Raise the quota", "Twelve requests a second are allowed.");
  const second = await propose("Lower the quota", "Eight requests a second are allowed.");

  await page.click("text=Lower the quota");
  await page.waitForSelector("text=No conflicts with the space");
  await agent.call("merge_change_request", first.named);
  await page.waitForSelector("text=1 conflict with the space");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.goto(`${second.address}?show=conflicts`);
  expect(await page.textContent("main")).toMatch(/space's side\s*Twelve.*change request's side\s*Eight/s);
  await page.click("button:text-is('Update from the space')");
  await page.click("text=Edit the page instead");
  const markdown = await page.inputValue("textarea[name=markdown]");
  await page.fill("textarea[name=markdown]", markdown.replace("Eight requests", "Ten requests, twelve at night,"));
  await page.click("button:text-is('Save')");
  await page.goto(second.address);
  await page.waitForSelector("text=No conflicts with the space");
  await page.click("button:text-is('Merge into Tern handbook')");
  await page.waitForSelector("text=Merged: readers of the space see it now.");
  expect(await agent.call("read_page", { space, page: "Quotas" })).toContain("Ten requests, twelve at night, a second");
  await context.close();
});
