import type { WorkInSteps } from "../text/work-in-steps.ts";
import { splitLines } from "./diff.ts";
import { mergingText } from "./merge.ts";

/** The limits of one page. Parsing is linear in its lines, and blocks the server. */
export const pageLimits = { bytes: 5 * 1024 ** 2, lines: 100_000 };

const encoder = new TextEncoder();

/** Which limit of a page a text exceeds, in words; undefined if none. */
export function findExceededLimit(text: string): string | undefined {
  if (hasTooManyBytes(text)) return "5 MB of text";
  return hasTooManyLines(text) ? "100,000 lines" : undefined;
}

/** A UTF-16 unit takes one to three bytes of UTF-8. */
const hasTooManyBytes = (text: string): boolean =>
  text.length > pageLimits.bytes || (text.length * 3 > pageLimits.bytes && byteLength(text) > pageLimits.bytes);

const byteLength = (text: string): number => encoder.encode(text).length;

/** Whether a text has more lines than a page may have. */
export function hasTooManyLines(text: string): boolean {
  if (text.length <= pageLimits.lines) return false;
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1 && count <= pageLimits.lines; at = text.indexOf("\n", at + 1)) {
    if (at < text.length - 1) count += 1;
  }
  return count > pageLimits.lines;
}

/** A conflict between two sides: a passage, or the length of the page. */
interface PageTextConflict {
  readonly kind: "text" | "property";
  readonly property?: string;
  readonly base: string;
  readonly kept: string;
  readonly incoming: string;
}

/** The merged text of one page, and its conflicts. */
interface MergedPageText {
  readonly text: string;
  readonly conflicts: readonly PageTextConflict[];
}

/** Merges two versions of a page's text. Returns the kept one if the result would exceed the limits of a page. */
export function* mergingPageText(base: string, kept: string, incoming: string): WorkInSteps<MergedPageText> {
  const merged = yield* mergingText(base, kept, incoming);
  yield;
  const exceededLimit = findExceededLimit(merged.text);
  if (exceededLimit !== undefined && findExceededLimit(kept) === undefined) {
    const property = `length (of both sides together; a page holds at most ${exceededLimit})`;
    return {
      text: kept,
      conflicts: [{ kind: "property", property, base: length(base), kept: length(kept), incoming: length(incoming) }],
    };
  }
  const conflicts = (merged.conflicts ?? []).map(({ base, ours, theirs }) => ({
    kind: "text" as const,
    ...{ base, kept: ours, incoming: theirs },
  }));
  return { text: merged.text, conflicts };
}

const length = (text: string) =>
  `${splitLines(text).length.toLocaleString("en")} lines, ${byteLength(text).toLocaleString("en")} bytes`;
