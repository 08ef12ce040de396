import axe from "axe-core";
import type { Page } from "playwright-core";

interface Extent {
  /** Selects what is checked; by default the whole page. */
  readonly within?: string;
  /** Tags or ids of rules. */
  readonly rules?: readonly string[];
}

const everyRule = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The problems of a page, one element per line. Everything that is closed is opened first. */
export async function violations(page: Page, { within = "html", rules = everyRule }: Extent = {}): Promise<string[]> {
  await page.evaluate(() => {
    for (const closed of document.querySelectorAll("details")) closed.open = true;
  });
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ({ within, rules }): Promise<axe.AxeResults> =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(within, { runOnly: rules, resultTypes: ["violations"] }),
    { within, rules: [...rules] },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
