import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { everyBlockFolder } from "../site/every-block.ts";
import { runningBrowser } from "./browser.ts";
import { servedFolder } from "./served-folder.ts";

const browser = runningBrowser();

const site = servedFolder(everyBlockFolder);

async function reading(
  path: string,
  options: BrowserContextOptions,
  read: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser().newContext(options);
  const page = await context.newPage();
  await page.goto(site.url() + path);
  await read(page);
  await context.close();
}

it("a reader navigates by the table of contents and by the link to the next page", async () => {
  await reading("", {}, async (page) => {
    await page.click(".toc a:text-is('Another page')");
    expect(await page.textContent("h1")).toBe("Another page");
    expect(await page.getAttribute(".toc [aria-current=page]", "href")).toBe("/group/other");
    await page.click(".pager .next");
    expect(await page.textContent("h1")).toBe("Below");
    expect(await page.textContent(".breadcrumbs")).toContain("Another page");
  });
});

it("the table of contents precedes the text, and the outline follows it", async () => {
  await reading("", { viewport: { width: 1500, height: 900 } }, async (page) => {
    const box = async (selector: string) => {
      const found = await page.locator(selector).boundingBox();
      if (found === null) throw new Error(`${selector} is not shown`);
      return found;
    };
    const [toc, main, outline] = [await box(".toc"), await box("main"), await box(".outline")];
    expect(toc.x + toc.width).toBeLessThanOrEqual(main.x);
    expect(main.x + main.width).toBeLessThanOrEqual(outline.x);
    expect(Math.abs(toc.y - main.y)).toBeLessThan(100);
    expect(Math.abs(outline.y - main.y)).toBeLessThan(100);
    const order = await page.$$eval("main, .toc", (elements) => elements.map(({ id }) => id));
    expect(order).toEqual(["content", "toc"]);
  });
});

it("results appear while a reader types, and are opened with the keyboard", async () => {
  await reading("", {}, async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("zebr");
    await page.waitForSelector(".hits [role=option]");
    expect(await page.textContent(".hits strong")).toBe("Another page");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/group/other#a-place-in-it");
  });
});

it("a query that finds nothing says so", async () => {
  await reading("", {}, async (page) => {
    await page.fill(".search input", "qqqqq");
    await page.waitForSelector(".hits:has-text('Nothing found')");
    expect(await page.textContent(".said")).toContain("qqqqq");
  });
});

it("tabs are switched, and an address opens the tab it names", async () => {
  await reading("", {}, async (page) => {
    expect(await page.isVisible("text=Install with pnpm")).toBe(false);
    await page.click("label:text-is('pnpm')");
    expect(await page.isVisible("text=Install with pnpm")).toBe(true);
    expect(await page.isVisible("text=Install with npm")).toBe(false);
  });
  await reading("#pnpm", {}, async (page) => {
    await page.waitForSelector("text=Install with pnpm");
  });
});

it("the reader's theme stays on the next page, and pictures follow it", async () => {
  await reading("", { colorScheme: "light" }, async (page) => {
    const picture = page.locator("figure:has(img.only-dark)").first();
    await picture.scrollIntoViewIfNeeded();
    await picture.locator("img.only-light").waitFor({ state: "visible" });
    await page.click("[data-theme-switch]");
    await picture.locator("img.only-dark").waitFor({ state: "visible" });
    await picture.locator("img.only-light").waitFor({ state: "hidden" });
    await page.goto(`${site.url()}group/other`);
    expect(await page.getAttribute("html", "data-theme")).toBe("dark");
  });
});

it("code is copied as it was written", async () => {
  await reading("", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.hover(".code.numbered");
    await page.click(".code.numbered .copy");
    await page.waitForSelector(".copy:text-is('Copied')");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('// A comment\nexport function greet(name) {\n  return "Hello, " + name;\n}');
  });
});

it("a page is copied as Markdown", async () => {
  await reading("group/other", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.click("[data-copy-page]");
    await page.waitForSelector("[data-copy-page]:text-is('Copied')");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Zebras graze here.");
  });
});

it("on a phone the table of contents opens over the page and closes with Escape", async () => {
  await reading("", { viewport: { width: 390, height: 800 } }, async (page) => {
    expect(await page.isVisible(".toc")).toBe(false);
    await page.click(".menu-button");
    expect(await page.isVisible(".toc")).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.isVisible(".toc")).toBe(false);
  });
});

it("a reader without JavaScript searches, switches tabs, opens the menu and sees no control without a function", async () => {
  await reading("", { javaScriptEnabled: false, viewport: { width: 390, height: 800 } }, async (page) => {
    await page.click("label:text-is('pnpm')");
    expect(await page.isVisible("text=Install with pnpm")).toBe(true);
    await page.click("summary:text-is('More about it')");
    expect(await page.isVisible("text=Hidden at first")).toBe(true);
    expect(await page.locator(".copy:visible, [data-theme-switch]:visible, [data-copy-page]:visible").count()).toBe(0);
    await page.click(".menu-button");
    expect(await page.isVisible(".toc")).toBe(true);
    await page.keyboard.press("Escape");
    await page.fill(".search input", "zebras");
    await page.press(".search input", "Enter");
    await page.waitForURL("**/~search?q=zebras");
    await page.click(".results a:text-is('Another page')");
    expect(await page.textContent("h1")).toBe("Another page");
  });
});
