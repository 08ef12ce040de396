import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { everyBlockFolder } from "../site/every-block.ts";
import { runningBrowser } from "./browser.ts";
import { servedFolder } from "./served-folder.ts";

const browser = runningBrowser();

const site = servedFolder(everyBlockFolder);

/** What is wrong with a page, an element a line. Everything that is closed is opened first. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const closed of document.querySelectorAll("details")) closed.open = true;
  });
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const [path, what] of [
    ["", "every block"],
    ["group/other", "a page below a group"],
    ["no/such/page", "the page that is shown where there is none"],
    ["~search?q=zebras", "results of a search"],
  ]) {
    it(`axe finds nothing wrong with ${what} in ${colorScheme} mode`, async () => {
      // The policy of pages keeps the checker's script out, too.
      const context = await browser().newContext({ colorScheme, bypassCSP: true });
      const page = await context.newPage();
      await page.goto(site.url() + path);
      expect(await violations(page)).toEqual([]);
      await context.close();
    });
  }
}

it("on the width of a phone nothing is wider than the window", async () => {
  const page = await browser().newPage({ viewport: { width: 360, height: 700 } });
  await page.goto(site.url());
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.close();
});

it("pages break no rule of their content security policy and load everything", async () => {
  const page = await browser().newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("response", (response) => {
    if (response.status() >= 400 && !response.url().endsWith("~changes")) complaints.push(response.url());
  });
  await page.goto(site.url());
  await page.waitForLoadState("load");
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
  await page.close();
});
