import axe from "axe-core";
import type { Page } from "playwright-core";

/** What is wrong with a page, an element a line. Everything that is closed is opened first. */
export async function violations(page: Page): Promise<string[]> {
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
