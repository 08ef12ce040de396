import { type Child, Html, join } from "../site/html.ts";

/** Markup with values in it. Text is escaped for content and for attribute values in quotes; `undefined` is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Child[]): Html {
  return Html.trusted(strings.map((text, index) => text + join(parts[index]).text).join(""));
}
