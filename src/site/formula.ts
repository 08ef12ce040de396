import { Html, h, join } from "./html.ts";

export type FormulaRenderer = (formula: string, isDisplayed: boolean) => Html;

/** TeX as MathML, which browsers render natively. Loaded only for pages with formulas. */
export async function loadFormulas(): Promise<FormulaRenderer> {
  const { default: temml } = await import("temml");
  return (formula, isDisplayed) => {
    try {
      const markup = temml.renderToString(formula, {
        displayMode: isDisplayed,
        throwOnError: true,
        trust: false,
        maxExpand: 500,
      });
      // The content security policy of pages forbids inline styles.
      return Html.trusted(markup.replace(/ style="[^"]*"/g, ""));
    } catch {
      // Invalid TeX is shown as written.
      return renderSource(formula);
    }
  };
}

/** A formula on a page that loads no renderer. */
export function renderSource(formula: string): Html {
  return h("code", { class: "formula" }, join(formula));
}
