import type { z } from "zod";
import type { MergeConflict } from "../contract/models/change-request.ts";
import type { SemanticChanges } from "../contract/models/semantic-change.ts";
import { TimeSlices } from "../markdown/text/time-slices.ts";
import { truncate } from "../markdown/text/trim.ts";
import type { WorkInSteps } from "../markdown/text/work-in-steps.ts";
import { comparingTexts, type TextComparison } from "../markdown/versions/diff.ts";
import { countWithin, endWithin, estimateTokens, fenceTokens, takeWithin } from "./budget.ts";
import { type FenceSet, fence, fenceSet } from "./fence.ts";
import { quoted } from "./wording.ts";

const maxLineChars = 600;

/**
 * Two versions of a text, compared while yielding to other work of the process. Very long lines of the diff are cut.
 * Aborting `signal` ends it.
 */
export const compareTexts = (before: string, after: string, signal: AbortSignal): Promise<TextComparison> =>
  new TimeSlices(signal).run(comparingShortened(before, after));

function* comparingShortened(before: string, after: string): WorkInSteps<TextComparison> {
  const compared = yield* comparingTexts(before, after);
  return { ...compared, lines: yield* shorteningLines(compared.lines) };
}

/** Lines shortened in one step. */
const linesPerStep = 1000;

function* shorteningLines(lines: readonly string[]): WorkInSteps<string[]> {
  const shown: string[] = [];
  for (let start = 0, end = 0; start < lines.length; start = end) {
    end = Math.min(lines.length, start + linesPerStep);
    // Lines that replace others are looked at with them.
    while (/^[-+]/.test(lines[end] ?? "")) end += 1;
    const portion = lines.slice(start, end);
    const spots = changedSpots(portion);
    for (const [at, line] of portion.entries()) shown.push(spots.get(at) ?? shortened(line));
    yield;
  }
  return shown;
}

/** Characters shown on each side of a change within a long line. */
const spotContext = 120;

/** The differing parts of long lines that replace each other, by their indexes. */
function changedSpots(lines: readonly string[]): Map<number, string> {
  const spots = new Map<number, string>();
  for (let at = 0; at < lines.length; ) {
    const removed = runLength(lines, at, "-");
    const added = runLength(lines, at + removed, "+");
    for (let index = 0; index < Math.min(removed, added); index += 1) {
      const [was, is] = [lines[at + index] ?? "", lines[at + removed + index] ?? ""];
      if (Math.max(was.length, is.length) <= maxLineChars) continue;
      const [before, after] = excerptDifference(was, is);
      spots.set(at + index, before);
      spots.set(at + removed + index, after);
    }
    at += Math.max(1, removed + added);
  }
  return spots;
}

function runLength(lines: readonly string[], start: number, sign: string): number {
  let end = start;
  while (lines[end]?.startsWith(sign)) end += 1;
  return end - start;
}

function excerptDifference(was: string, is: string): [string, string] {
  const minLength = Math.min(was.length, is.length);
  let head = 1;
  while (head < minLength && was[head] === is[head]) head += 1;
  let tail = 0;
  while (tail < minLength - head && was[was.length - 1 - tail] === is[is.length - 1 - tail]) tail += 1;
  const spot = (line: string): string => {
    const start = toCharacterBoundary(line, Math.max(1, head - spotContext));
    const end = toCharacterBoundary(line, Math.min(line.length, line.length - tail + spotContext));
    const before = start > 1 ? `… (${start - 1} characters as before)` : "";
    const after = end < line.length ? ` (${line.length - end} characters as before) …` : "";
    return `${line[0]}${before}${shortened(line.slice(start, end))}${after}`;
  };
  return [spot(was), spot(is)];
}

/** An index that does not split a surrogate pair. */
const toCharacterBoundary = (line: string, index: number) =>
  /[\udc00-\udfff]/.test(line[index] ?? "") ? index - 1 : index;

function shortened(line: string): string {
  if (line.length <= maxLineChars) return line;
  const beginning = truncate(line, maxLineChars);
  return `${beginning}… (${line.length - beginning.length} more characters on this line)`;
}

/** The beginning of a line too long for one answer, up to a number of tokens; never empty. */
export function lineWithin(line: string, tokens: number): string {
  const note = "… (this line continues)";
  return `${truncate(line, endWithin(line, 0, line.length, tokens - estimateTokens(note)))}${note}`;
}

/** A fenced diff of at most this many tokens; lines that do not fit are counted. */
export function fencedDiff({ lines }: TextComparison, title: string, tokens: number): string {
  if (lines.length === 0) return "There are no differences.";
  const count = countWithin(lines, tokens - fenceTokens);
  const left = lines.length - count;
  const more = left > 0 ? `\n(${left} more diff ${left === 1 ? "line" : "lines"} left out)` : "";
  if (count === 0) return `The diff of ${quoted(title)} does not fit into the answer (${lines.length} lines).`;
  return `${fence(lines.slice(0, count).join("\n"), { title })}${more}`;
}

/** `+3 −1 lines`. */
export const changedLineCount = ({ added, removed }: TextComparison): string =>
  `+${added} −${removed} ${added + removed === 1 ? "line" : "lines"}`;

/** Such as "2 pages edited, 1 page deleted"; empty for none. */
export function changeCounts({ changes, more = 0 }: SemanticChanges): string {
  const counts = new Map<string, number>();
  for (const { type } of changes) counts.set(type, (counts.get(type) ?? 0) + 1);
  const parts = [...counts].map(([type, count]) => {
    const at = type.lastIndexOf("_");
    const noun = type.slice(0, at).replaceAll("_", " ");
    return `${count} ${noun}${count === 1 || noun.endsWith("s") ? "" : "s"} ${type.slice(at + 1)}`;
  });
  return [...parts, ...(more > 0 ? [`${more} more changes`] : [])].join(", ");
}

type Conflict = z.infer<typeof MergeConflict>;

/** The fewest tokens for a useful conflict: its line and a few words of each side. */
const minConflictTokens = 3 * fenceTokens + 180;

/** Each conflict with its base and both sides, within a number of tokens; conflicts that do not fit are counted. */
export function presentConflicts(conflicts: readonly Conflict[], tokens: number): string {
  const count = Math.min(conflicts.length, Math.max(1, Math.floor(tokens / minConflictTokens)));
  const perSide = Math.floor((tokens / count - 3 * fenceTokens - 60) / 3);
  const fences = fenceSet();
  const shown = conflicts
    .slice(0, count)
    .map((conflict, at) => `${at + 1}. ${presentConflict(conflict, perSide, fences)}`);
  const left = conflicts.length - count;
  const pages = [...new Set(conflicts.slice(count).map(({ page }) => page))].slice(0, 20).join(", ");
  const explained = shown.some((text) => text.includes("\n")) ? [fences.explanation] : [];
  return [...explained, ...shown, ...(left > 0 ? [`And ${left} more, on the pages with the ids ${pages}.`] : [])].join(
    "\n",
  );
}

function presentConflict(conflict: Conflict, tokens: number, fences: FenceSet): string {
  const name = `page ${quoted(conflict.title)} (path ${quoted(conflict.path)}, id ${conflict.page})`;
  if (conflict.kind === "deleted_in_space") return `${name}: deleted in the space, edited in the change request.`;
  if (conflict.kind === "deleted_in_change_request")
    return `${name}: edited in the space, deleted in the change request.`;
  if (conflict.property === "place") return `${name}: its position. ${describePositions(conflict)}`;
  const what =
    conflict.kind === "property" ? `its ${quoted(conflict.property ?? "property")}` : "a passage of its text";
  return [
    `${name}: ${what}.`,
    side("Before", conflict.base, tokens, fences),
    side("The space's side", conflict.space, tokens, fences),
    side("The change request's side", conflict.changeRequest, tokens, fences),
  ].join("\n");
}

/** Where each side has the page; the order among siblings does not matter. */
function describePositions({ base, space, changeRequest }: Conflict): string {
  const [before, theirs, own] = [base, space, changeRequest].map(positionText);
  return `It was ${before}; the space has it ${theirs}, the change request ${own}. Resolve it with write_pages "move".`;
}

/** Parses the JSON of a position, which a service may send in another form. */
function positionText(position: string | undefined): string {
  const parent = /"parent":(?:null|"([\w-]{1,200})")/.exec(position ?? "");
  if (parent === null) return "nowhere";
  return parent[1] === undefined ? "at the root" : `under page ${parent[1]}`;
}

function side(title: string, text: string | undefined, tokens: number, fences: FenceSet): string {
  if (text === undefined || text === "") return `${title} is empty.`;
  const end = endWithin(text, 0, text.length, Math.max(40, tokens));
  const cut = end < text.length ? `\n(${text.length - end} more characters; read_page shows them)` : "";
  return `${title}:\n${fences.wrap(text.slice(0, end))}${cut}`;
}

/** Lines of a diff in one fence, as many as fit, and how many were left out. */
export function fencedLines(lines: readonly string[], tokens: number): string[] {
  const shown = takeWithin(lines, tokens - fenceTokens);
  const left = lines.length - shown.length;
  if (shown.length === 0) return [];
  return [
    fence(shown.join("\n")),
    ...(left > 0 ? [`(${left} more diff ${left === 1 ? "line" : "lines"} left out)`] : []),
  ];
}
