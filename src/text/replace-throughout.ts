import { EditError } from "./edit-error.ts";
import { type PassageEdit, replaceRanges } from "./edits.ts";
import { lineEndingOf, withLineEnding } from "./lines.ts";
import { listMarkup } from "./markup-ranges.ts";
import { disjoint, listPassages } from "./passages.ts";
import type { Range } from "./range.ts";
import { restoreInvisible } from "./shown-passages.ts";

export interface ReplacedThroughout {
  readonly text: string;
  /** Passages replaced. */
  readonly places: number;
  /** Passages left as they are, because they touch code, an address, an id or a tag. */
  readonly left: number;
}

/**
 * Replaces a passage wherever it stands, which may be nowhere; in code, addresses, ids and tags only with `inCode`.
 * Throws EditError, for edit `index`.
 */
export function replaceThroughout(
  markdown: string,
  { oldText, newText }: PassageEdit,
  inCode: boolean,
  index: number,
): ReplacedThroughout {
  const found = disjoint(listPassages(markdown, oldText));
  if (found.length === 0) return { text: markdown, places: 0, left: 0 };
  const taken = inCode ? found : outside(found, listMarkup(markdown));
  const inserted = withLineEnding(newText, lineEndingOf(markdown));
  const replacements = taken.map(({ start, end }) => {
    const restored = restoreInvisible(inserted, markdown.slice(start, end));
    if ("text" in restored) return { start, end, text: restored.text };
    const problem = `What is replaced has ${restored.unclear} both as an invisible character and written out.`;
    throw new EditError("ambiguous", index, { problem, advice: "Edit that page by itself." });
  });
  return { text: replaceRanges(markdown, replacements), places: taken.length, left: found.length - taken.length };
}

/** Those of the ranges that touch none of `others`; both in order. */
function outside(ranges: readonly Range[], others: readonly Range[]): Range[] {
  let at = 0;
  return ranges.filter(({ start, end }) => {
    while ((others[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    return (others[at]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}
