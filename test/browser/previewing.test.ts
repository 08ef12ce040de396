import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { insertPages, makeChangeRequest, member, text } from "../platform/http/content.ts";
import { makeGuide, SiteMaker } from "../platform/publishing/sites/site-maker.ts";
import { violations } from "./axe.ts";
import { runningBrowser } from "./browser.ts";
import { servedPlatform } from "./served-platform.ts";

const browser = runningBrowser();

const served = servedPlatform(async () => ({}));

const before = [
  "Mosses grow on stones.",
  "",
  "They need light and water.",
  "",
  "Old paragraph that goes.",
  "",
  '{% if visitor.claims.plan == "pro" %}',
  "Herbaria lend sheets to you.",
  "{% endif %}",
].join("\n");

const after = before
  .replace("on stones", "on stones and bark")
  .replace("Old paragraph that goes.", "A paragraph that is new to everybody.");

interface Previewed {
  readonly site: SiteMaker;
  /** Path of a preview with its token, for a visitor of a plan. */
  entry(below: string, plan?: string): Promise<string>;
  readonly changeRequest: string;
  readonly revision: string;
}

let previewed: Previewed;

beforeAll(async () => {
  const { service } = served();
  const { space, pages } = await makeGuide(service, "Moss", [
    { title: "Mosses", markdown: before },
    { title: "Ferns", markdown: "Ferns are not mosses." },
  ]);
  const site = await SiteMaker.make(service, { title: "Moss", visibility: "public", spaces: [space] });
  const plan = { type: "string", description: "Plan", enum: ["free", "pro"] };
  const jsonSchema = { type: "object", properties: { plan }, additionalProperties: false };
  await site.done("PUT adaptive-schema", { jsonSchema });
  await site.done("PATCH ", { adaptiveContent: { enabled: true } });
  await site.done("POST publish");
  const rewrite = async (changeRequest: string, page: string | undefined, change: object) => {
    const changes = [{ operation: "update_page", page, ...change }];
    const edited = await service.send(`POST ${changeRequest}/content?compat=false`, {
      body: JSON.stringify({ changes }),
    });
    expect(edited.status, edited.text).toBe(200);
  };
  const merged = await makeChangeRequest(service, space);
  await rewrite(merged, pages[0], { document: { markdown: after } });
  await insertPages(service, merged, [{ title: "Lichens", markdown: "Lichens are two in one." }]);
  expect((await service.send(`POST ${merged}/merge`)).status).toBe(200);
  const revision = text(await service.send(`GET /v1/spaces/${space}`), "revision");
  const open = await makeChangeRequest(service, space);
  await rewrite(open, pages[1], {
    title: "Ferns and horsetails",
    document: { markdown: "Ferns are not mosses at all." },
  });
  previewed = {
    site,
    revision,
    changeRequest: String(member(await service.send(`GET ${open}`), "number")),
    async entry(below, plan) {
      const claims = plan === undefined ? "" : `?claims=${encodeURIComponent(`(plan:${plan})`)}`;
      const url = new URL(text(await site.done(`GET publishing/preview${claims}`), "url"));
      return served().url(`${url.pathname}${below}${url.search}`);
    },
  };
});

async function reading(options: BrowserContextOptions, read: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser().newContext(options);
  try {
    await read(await context.newPage());
  } finally {
    await context.close();
  }
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with" : "without";

  it(`a reviewer ${how} scripts finds the pages of a change request, and what changed in them`, async () => {
    await reading({ javaScriptEnabled }, async (page) => {
      await page.goto(await previewed.entry(`~/changes/${previewed.changeRequest}/`));
      expect(new URL(page.url()).search).toBe("");
      expect(await page.textContent(".preview-bar strong")).toContain(`Change request #${previewed.changeRequest}`);
      expect(await page.locator("main :is(ins, del)").count()).toBe(0);
      await page.click(".preview-bar summary");
      expect(await page.locator(".preview-bar li").allTextContents()).toEqual(["Ferns and horsetails (edited)"]);
      await page.click(".preview-bar li a");
      await page.waitForURL("**/ferns?changes");
      expect(await page.locator("h1 del, h1 ins").allTextContents()).toEqual(["Ferns", "Ferns and horsetails"]);
      expect(await page.locator(".step-edited ins").allTextContents()).toEqual([" at all"]);
      await page.click(".preview-bar a:text-is('Hide changes')");
      await page.waitForURL("**/ferns");
      expect(await page.textContent("h1")).toBe("Ferns and horsetails");
      expect(await page.locator("main :is(ins, del)").count()).toBe(0);
    });
  });

  it(`a reviewer ${how} scripts sees what a revision added, removed and reworded`, async () => {
    await reading({ javaScriptEnabled }, async (page) => {
      await page.goto(await previewed.entry(`~/revisions/${previewed.revision}/`));
      await page.click(".preview-bar summary");
      const listed = await page.locator(".preview-bar li").allTextContents();
      expect(listed.sort()).toEqual(["Lichens (added)", "Mosses (edited)"]);
      await page.click(".preview-bar a:text-is('Show changes')");
      await page.waitForURL("**?changes");
      expect(await page.locator("main ins").allTextContents()).toContain(" and bark");
      expect((await page.locator("main del").allTextContents()).join(" ")).toContain("Old");
      await page.click(".preview-bar summary");
      await page.click(".preview-bar li a:text-is('Lichens')");
      await page.waitForURL("**/lichens?changes");
      expect(await page.locator(".step-label").allTextContents()).toEqual(["Added"]);
    });
  });

  it(`a visitor ${how} scripts reads what the claims allow`, async () => {
    for (const [plan, sees] of [
      ["pro", true],
      ["free", false],
      [undefined, false],
    ] as const) {
      await reading({ javaScriptEnabled }, async (page) => {
        await page.goto(await previewed.entry("", plan));
        expect(await page.textContent("article")).toContain("Mosses grow on stones");
        expect((await page.textContent("article"))?.includes("Herbaria lend sheets")).toBe(sees);
      });
    }
  });
}

it("marks of changes are visible only with the same claims as the page", async () => {
  await reading({}, async (page) => {
    await page.goto(await previewed.entry(`~/revisions/${previewed.revision}/`, "free"));
    await page.click(".preview-bar a:text-is('Show changes')");
    await page.waitForURL("**?changes");
    expect(await page.textContent("article")).not.toContain("Herbaria");
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  it(`axe finds nothing wrong with marked changes in ${colorScheme} mode, nor are they too wide for a phone`, async () => {
    const viewport = { width: 360, height: 700 };
    await reading({ colorScheme, viewport, bypassCSP: true }, async (page) => {
      await page.goto(await previewed.entry(`~/revisions/${previewed.revision}/`));
      await page.click(".preview-bar a:text-is('Show changes')");
      await page.waitForURL("**?changes");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      expect(await violations(page)).toEqual([]);
    });
  });
}
