import { expect, it } from "vitest";
import { codeThemeCss } from "../site/code-theme-css.ts";
import { everyBlockFolder } from "../site/every-block.ts";
import { violations } from "./axe.ts";
import { runningBrowser } from "./browser.ts";
import { servedFolder } from "./served-folder.ts";

const browser = runningBrowser();

const site = servedFolder({
  ...everyBlockFolder,
  ".copydesk/site.yaml": `favicon: { emoji: "1f33f" }
footer: { copyright: Fern people, groups: [{ title: More, links: [{ title: Other, to: group/other.md }] }] }
trademark: { enabled: true }
ai: { mode: search, suggestions: [What is new?] }
socialAccounts:
  - { platform: github, handle: moss, display: { header: true, footer: true } }
  - { platform: zork, handle: moss, display: { header: false, footer: true } }
`,
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const [path, what] of [
    ["", "every block"],
    ["group/other", "a page below a group"],
    ["no/such/page", "the page that is shown where there is none"],
    ["~search?q=zebras", "results of a search"],
  ]) {
    it(`axe finds nothing wrong with ${what} in ${colorScheme} mode`, async () => {
      // The policy of pages also blocks the checker's script.
      const context = await browser().newContext({ colorScheme, bypassCSP: true });
      const page = await context.newPage();
      await page.goto(site.url() + path);
      expect(await violations(page)).toEqual([]);
      await context.close();
    });
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  it(`axe finds nothing wrong with code in other themes in ${colorScheme} mode`, async () => {
    const context = await browser().newContext({ colorScheme, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(site.url());
    for (const [light, dark] of [
      ["solarized-light", "nord"],
      ["dracula", "snazzy-light"],
    ] as const) {
      await page.addStyleTag({ content: codeThemeCss(light, dark) });
      expect(await violations(page)).toEqual([]);
    }
    await context.close();
  });
}

it("nothing is wider than the window on a phone", async () => {
  const page = await browser().newPage({ viewport: { width: 360, height: 700 } });
  await page.goto(site.url());
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.close();
});

it("pages comply with their content security policy and load everything", async () => {
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
