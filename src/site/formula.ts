import { Html, h, join } from "./html.ts";

export type FormulaRenderer = (formula: string, isDisplayed: boolean) => Html;

/** TeX as MathML, which browsers draw themselves. Loaded for pages with formulas alone. */
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
      // Styles in pages are refused by their content security policy.
      return Html.trusted(markup.replace(/ style="[^"]*"/g, ""));
    } catch {
      // What is no TeX is shown as it is written.
      return sourceOf(formula);
    }
  };
}

/** A formula of a page that loads no renderer. */
export function sourceOf(formula: string): Html {
  return h("code", { class: "formula" }, join(formula));
}
