import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { text } from "../platform/http/content.ts";
import { makeGuide, SiteMaker } from "../platform/publishing/sites/site-maker.ts";
import { startModelEndpoint } from "../support/model-endpoint.ts";
import { violations } from "./axe.ts";
import { runningBrowser } from "./browser.ts";
import { servedPlatform } from "./served-platform.ts";

const browser = runningBrowser();

const endings: (() => void)[] = [];
afterAll(() => {
  for (const end of endings) end();
});

const served = servedPlatform(async () => {
  const endpoint = await startModelEndpoint(
    ({ data }) => {
      const { question, askedBefore = [] } = JSON.parse(data) as { question: string; askedBefore?: string[] };
      if (question.includes("cost")) return { isTold: false, text: "", passages: [], followUps: [] };
      const said = `Run the installer.\n\n- Asked before: ${askedBefore.length}\n\n\`\`\`sh\nsetup --quiet\n\`\`\``;
      return { isTold: true, text: said, passages: [1, 2], followUps: ["How is the installer removed?"] };
    },
    (end) => endings.push(end),
  );
  return { model: endpoint.settings };
});

let start: string;
beforeAll(async () => {
  const { service, url } = served();
  const { space } = await makeGuide(service, "Manual", [
    { title: "Install", markdown: "Run the installer.\n\n## Remove\n\nDelete the installer." },
  ]);
  const site = await SiteMaker.make(service, { title: "Manual", visibility: "public", spaces: [space] });
  const settings = (await site.done("GET customization")).json as object;
  const ai = { mode: "assistant", suggestions: ["How do I run the installer?"] };
  await site.done("PUT customization", { ...settings, ai });
  start = url(new URL(text(await site.done("POST publish"), "urls.published")).pathname);
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
  it(`a reader ${javaScriptEnabled ? "with" : "without"} scripts asks, asks again, and follows a source`, async () => {
    await reading({ javaScriptEnabled }, async (page) => {
      await page.goto(start);
      await page.fill(".search input", "installer");
      await page.press(".search input", "Enter");
      await page.waitForURL("**/~search?q=installer");
      expect(await page.inputValue(".ask textarea")).toBe("installer");
      await page.click(".ask button");
      await page.waitForSelector("h1:text-is('installer')");
      expect(await page.textContent("article")).toContain("Asked before: 0");
      await page.click(".questions button");
      await page.waitForSelector("h1:text-is('How is the installer removed?')");
      expect(await page.textContent("article")).toContain("Asked before: 1");
      await page.click("article a:text-is('Remove')");
      await page.waitForURL(`${start}#remove`);
    });
  });
}

it("a question is offered before anything is typed, and a question without an answer says so", async () => {
  await reading({}, async (page) => {
    await page.goto(`${start}~search`);
    await page.click("button:text-is('How do I run the installer?')");
    await page.waitForSelector("h1:text-is('How do I run the installer?')");
    expect(await page.textContent("article .content")).toContain("Run the installer.");
    await page.fill(".ask textarea", "What does the installer cost?");
    await page.click(".ask button");
    await page.waitForSelector("h1:text-is('What does the installer cost?')");
    expect(await page.textContent("article")).toContain("The pages do not answer this question.");
    expect(await page.getAttribute("article li a", "href")).toBe(new URL(start).pathname);
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  it(`axe finds nothing wrong with the form and with an answer in ${colorScheme} mode, nor is either too wide for a phone`, async () => {
    const viewport = { width: 360, height: 700 };
    await reading({ colorScheme, viewport, bypassCSP: true }, async (page) => {
      const check = async () => {
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      };
      await page.goto(`${start}~search`);
      await check();
      await page.click(".questions button");
      await page.waitForSelector(".answer");
      await check();
    });
  });
}
