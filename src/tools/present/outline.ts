import type { Section } from "../../text/sections.ts";
import { estimateTokens } from "./budget.ts";
import { oneLine } from "./name.ts";

/**
 * The headings of a page, one a line, with what addresses them and what their sections cost to read. Counting that is
 * work, which is done for a line when it is asked for.
 */
export function* outlineLines(markdown: string, sections: readonly Section[]): Generator<string> {
  for (const { title, level, anchor, start, end } of sections) {
    const name = level === 0 ? "(before the first heading)" : `${oneLine(title)} (#${oneLine(anchor, 120)})`;
    const indent = "  ".repeat(Math.max(0, level - 1));
    yield `${indent}- ${name}, about ${roughly(estimateTokens(markdown.slice(start, end)))} tokens`;
  }
}

/** Two significant digits: an estimate says no more. */
function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.ceil(count / unit) * unit;
}
