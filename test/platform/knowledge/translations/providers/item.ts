import { runToEnd } from "../../../../../src/markdown/text/work-in-steps.ts";
import { holdingText } from "../../../../../src/markdown/translation/segments.ts";
import type { Item } from "../../../../../src/platform/knowledge/translations/providers/provider.ts";

/** A text of a page as a provider receives it. */
export const item = (source: string, terms: Item["terms"] = {}, more: Partial<Item> = {}): Item => ({
  key: source,
  segment: runToEnd(holdingText(source, new Set())),
  terms,
  title: "Install",
  ...more,
});

/** From English into German, without instructions on wording. */
export const german = { from: "en", to: "de", instructions: "" };
