import type { TextComparison } from "../../markdown/versions/diff.ts";
import { estimateTokens, takeWithin } from "../../present/budget.ts";
import { changedLineCount, compareTexts, fencedDiff, fencedLines } from "../../present/changes.ts";
import { webAddressNote } from "../../present/web-address.ts";
import { oneLine, quoted } from "../../present/wording.ts";
import { contentName, type DraftContent } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { formatPlaceCount, type PlannedReplacement, type ReplacedPage } from "./plan-edits.ts";
import type { StoredPages, TextWrite } from "./store-pages.ts";

export interface DescribedEdits {
  readonly pages: readonly (TextWrite | ReplacedPage)[];
  /** What else a replacement throughout found. */
  readonly throughout?: Omit<PlannedReplacement, "pages">;
  readonly notes: readonly string[];
  /** Undefined in a dry run. */
  readonly stored?: StoredPages;
}

interface ShownPage {
  readonly page: TextWrite["page"];
  /** How many occurrences in it were replaced, if that is known. */
  readonly places: string;
  readonly compared: TextComparison;
  readonly count: string;
}

/** Tokens reserved for the line that says what the diff leaves out. */
const noteTokens = 40;

/** The share of an answer that the diff of a completed replacement throughout may take. */
const shareOfDone = 4;

/** What was or would be done, page by page, with the diff. */
export async function describeEdits(
  edits: DescribedEdits,
  draft: DraftContent,
  { answerTokens, signal }: Pick<ToolContext, "answerTokens" | "signal">,
): Promise<string> {
  const { pages, stored, throughout, notes } = edits;
  const shownPages: ShownPage[] = [];
  for (const [at, { page, before, after, ...rest }] of pages.entries()) {
    const places = "places" in rest ? `${formatPlaceCount(rest.places)}, ` : "";
    const compared = await compareTexts(before, stored?.texts[at] ?? after, signal);
    shownPages.push({ page, places, compared, count: changedLineCount(compared) });
  }
  const deviations = await deviation(edits, signal);
  const [first] = shownPages;
  const single = pages.length === 1 && throughout === undefined;
  const what = single
    ? `page ${quoted(first?.page.title ?? "")} (id ${first?.page.id}) in ${contentName(draft)}: ${first?.count}`
    : `${pages.length} ${pages.length === 1 ? "page" : "pages"} in ${contentName(draft)}${formatTotal(edits)}`;
  const head =
    stored === undefined ? `Dry run of ${what}, nothing was written.` : `Edited ${what}. Revision ${stored.revision}.`;
  const availableTokens = answerTokens;
  const closingNotes = [...notes, ...(stored === undefined ? [] : webAddressNote(draft.changeRequest))];
  const around = [head, ...deviations, ...aside(throughout), ...closingNotes];
  const left = availableTokens - estimateTokens(around.join("\n")) - noteTokens;
  if (single && first !== undefined) {
    return [
      ...around.slice(0, 1),
      ...deviations,
      fencedDiff(first.compared, first.page.title, left),
      ...closingNotes,
    ].join("\n");
  }
  const lines = shownPages.map(({ page, places, count }) => {
    const pathPart = page.path === undefined ? "" : `path ${quoted(page.path)}, `;
    return `- ${quoted(page.title)} (${pathPart}id ${page.id}): ${places}${count}`;
  });
  const listed = takeWithin(lines, Math.floor((left * 2) / 3));
  const more = lines.length - listed.length;
  const rest = more > 0 ? [`- and ${more} more`] : [];
  const tokens = left - estimateTokens(listed.join("\n"));
  const diff = diffOfAll(
    shownPages,
    throughout !== undefined && stored !== undefined ? Math.min(tokens, answerTokens / shareOfDone) : tokens,
  );
  return [head, ...listed, ...rest, ...around.slice(1), ...diff].join("\n");
}

function formatTotal({ pages, throughout }: DescribedEdits): string {
  if (throughout === undefined) return "";
  const places = pages.reduce((sum, page) => sum + ("places" in page ? page.places : 0), 0);
  return `, of ${throughout.read} read: ${formatPlaceCount(places)}`;
}

/** What a replacement throughout skipped. */
function aside(throughout: DescribedEdits["throughout"]): string[] {
  if (throughout === undefined) return [];
  const { left, elsewhere } = throughout;
  const inCode = `Left alone in code, addresses, ids and tags: ${formatPlaceCount(left)}; "in_code": true includes them.`;
  return [
    ...(left > 0 ? [inCode] : []),
    ...(elsewhere.length > 0 ? ["It also occurs elsewhere:", ...elsewhere.map((line) => `- ${line}`)] : []),
  ];
}

/** A service may normalize a text; then the diff shows what it stored. */
async function deviation({ pages, stored }: DescribedEdits, signal: AbortSignal): Promise<string[]> {
  const lines: string[] = [];
  for (const [at, { page, after }] of pages.entries()) {
    const text = stored?.texts[at] ?? after;
    if (text === after) continue;
    const subject = pages.length === 1 ? "the page" : `page ${quoted(page.title)}`;
    const count = changedLineCount(await compareTexts(after, text, signal));
    lines.push(
      `The service stored ${subject} in its own form, not byte for byte as sent (${count} different). The diff shows what it holds now.`,
    );
  }
  return lines;
}

/** The changed lines of all pages in one fence, each page's under its title. */
function diffOfAll(pages: readonly ShownPage[], tokens: number): string[] {
  const lines = pages.flatMap(({ page, compared }) => [
    `=== ${oneLine(page.title)} (${page.path ?? page.id})`,
    ...changedSpots(compared.lines),
  ]);
  return fencedLines(lines, tokens);
}

/** Characters shown on either side of what changed on a line. */
const around = 60;

/**
 * The changed lines of a diff without context. If one line replaces another, what both have in common far from the
 * change is left out.
 */
function changedSpots(diff: readonly string[]): string[] {
  const spots: string[] = [];
  for (let at = 0; at < diff.length; ) {
    const removed = run(diff, at, "-");
    const added = run(diff, at + removed.length, "+");
    if (removed.length + added.length === 0) {
      if (diff[at]?.startsWith("@@") === true) spots.push(diff[at] ?? "");
      at += 1;
      continue;
    }
    at += removed.length + added.length;
    const pairs =
      removed.length === added.length ? removed.map((line, index) => cutAlike(line, added[index] ?? "")) : [];
    const lines =
      pairs.length > 0 ? [...pairs.map(([one]) => one), ...pairs.map(([, other]) => other)] : [...removed, ...added];
    spots.push(...lines);
  }
  return spots;
}

function run(lines: readonly string[], from: number, mark: string): string[] {
  let end = from;
  while (lines[end]?.startsWith(mark) === true) end += 1;
  return lines.slice(from, end);
}

/** Two lines with their marks, cut where they are equal. */
function cutAlike(one: string, other: string): [string, string] {
  const minLength = Math.min(one.length, other.length);
  let head = 1;
  while (head < minLength && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < minLength - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const from = toCharacterBoundary(one, head - around);
  const after = toCharacterBoundary(one, one.length - tail + around);
  const left = one.length - after;
  return [one, other].map((line) => {
    const end = left > 0 ? line.length - left : line.length;
    return `${line[0]}${from > 1 ? "…" : ""}${line.slice(from, end)}${left > 0 ? "…" : ""}`;
  }) as [string, string];
}

/** An offset in the line that does not split a character. */
function toCharacterBoundary(line: string, offset: number): number {
  const at = Math.max(1, Math.min(line.length, offset));
  const code = line.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
