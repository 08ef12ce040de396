import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { codeThemes } from "../../src/site/theme/theme-css.ts";
import { codeThemeCss } from "../site/code-theme-css.ts";
import { everyBlockFolder } from "../site/every-block.ts";
import { violations } from "./axe.ts";
import { runningBrowser } from "./browser.ts";
import { servedFolder } from "./served-folder.ts";

const browser = runningBrowser();

const fontFile = createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");

const site = servedFolder({
  ...everyBlockFolder,
  ".gitbook/assets/letters.ttf": readFileSync(fontFile),
  ".copydesk/site.yaml": `favicon: { emoji: "1f33f" }
footer: { copyright: Fern people, groups: [{ title: More, links: [{ title: Other, to: group/other.md }] }] }
trademark: { enabled: true }
styling:
  font: { id: own, custom: true, fontFamily: Own, fontFaces: [{ weight: 400, sources: [{ url: .gitbook/assets/letters.ttf }] }] }
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
  it(`axe finds code in every theme readable in ${colorScheme} mode`, async () => {
    const context = await browser().newContext({ colorScheme, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(site.url());
    const sheet = await page.addStyleTag({ content: "pre {}" });
    const bad: string[] = [];
    for (const theme of codeThemes) {
      await sheet.evaluate(
        (element, css) => {
          element.textContent = css;
        },
        codeThemeCss(theme, theme),
      );
      const found = await violations(page, { within: "pre", rules: ["color-contrast"] });
      bad.push(...found.map((violation) => `${theme}: ${violation}`));
    }
    expect(bad).toEqual([]);
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
  const fonts = await page.evaluate(async () =>
    [...(await document.fonts.ready)].map(({ family, status }) => `${family} ${status}`),
  );
  expect(fonts).toEqual(["Own loaded"]);
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
  await page.close();
});
