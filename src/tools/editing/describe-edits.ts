import { estimateTokens } from "../present/budget.ts";
import { changedLineCount, diffLines, fencedDiff } from "../present/diff.ts";
import { fence } from "../present/fence.ts";
import { oneLine, quoted } from "../present/name.ts";
import { fenceTokens, takeWithin } from "../present/within.ts";
import { contentName, type DraftContent } from "../resolve/content.ts";
import { changedSpots } from "./changed-spots.ts";
import { type PlannedReplacement, placesOf, type ReplacedPage } from "./plan-replacement.ts";
import type { StoredPages, TextWrite } from "./store-pages.ts";

export interface DescribedEdits {
  readonly pages: readonly (TextWrite | ReplacedPage)[];
  /** What a replacement throughout did besides. */
  readonly throughout?: Omit<PlannedReplacement, "pages">;
  readonly notes: readonly string[];
  /** Undefined in a dry run. */
  readonly stored?: StoredPages;
}

/** Tokens kept for the line that says what the diff leaves out. */
const noteTokens = 40;
/** Of an answer about many pages, that the diff of a replacement that was made may take. */
const shareOfDone = 4;

/** What was done, or would be, page by page, with the diff. */
export function describeEdits(edits: DescribedEdits, draft: DraftContent, answerTokens: number): string {
  const { pages, stored, throughout, notes } = edits;
  const texts = pages.map(({ before, after }, at) => ({ before, after: stored?.texts[at] ?? after }));
  const shownPages = pages.map(({ page, ...rest }, at) => {
    const { before, after } = texts[at] ?? { before: "", after: "" };
    const places = "places" in rest ? `${placesOf(rest.places)}, ` : "";
    return { page, places, count: changedLineCount(before, after) };
  });
  const [first] = shownPages;
  const single = pages.length === 1 && throughout === undefined;
  const what = single
    ? `page ${quoted(first?.page.title ?? "")} (id ${first?.page.id}) in ${contentName(draft)}: ${first?.count}`
    : `${pages.length} ${pages.length === 1 ? "page" : "pages"} in ${contentName(draft)}${totalOf(edits)}`;
  const head =
    stored === undefined ? `Dry run of ${what}, nothing was written.` : `Edited ${what}. Revision ${stored.revision}.`;
  const room = answerTokens;
  const around = [head, ...deviation(edits), ...aside(throughout), ...notes];
  const left = room - estimateTokens(around.join("\n")) - noteTokens;
  if (single) {
    const { before, after } = texts[0] ?? { before: "", after: "" };
    return [
      ...around.slice(0, 1),
      ...deviation(edits),
      fencedDiff(before, after, first?.page.title ?? "", left),
      ...notes,
    ].join("\n");
  }
  const lines = shownPages.map(({ page, places, count }) => {
    const place = page.path === undefined ? "" : `path ${quoted(page.path)}, `;
    return `- ${quoted(page.title)} (${place}id ${page.id}): ${places}${count}`;
  });
  const listed = takeWithin(lines, Math.floor((left * 2) / 3));
  const more = lines.length - listed.length;
  const rest = more > 0 ? [`- and ${more} more`] : [];
  const tokens = left - estimateTokens(listed.join("\n"));
  const diff = diffOfAll(
    edits,
    texts,
    throughout !== undefined && stored !== undefined ? Math.min(tokens, answerTokens / shareOfDone) : tokens,
  );
  return [head, ...listed, ...rest, ...around.slice(1), ...diff].join("\n");
}

function totalOf({ pages, throughout }: DescribedEdits): string {
  if (throughout === undefined) return "";
  const places = pages.reduce((sum, page) => sum + ("places" in page ? page.places : 0), 0);
  return `, of ${throughout.read} read: ${placesOf(places)}`;
}

/** What a replacement throughout left alone. */
function aside(throughout: DescribedEdits["throughout"]): string[] {
  if (throughout === undefined) return [];
  const { left, elsewhere } = throughout;
  const inCode = `Left alone in code, addresses, ids and tags: ${placesOf(left)}; "in_code": true takes them.`;
  return [
    ...(left > 0 ? [inCode] : []),
    ...(elsewhere.length > 0 ? ["It stands elsewhere too:", ...elsewhere.map((line) => `- ${line}`)] : []),
  ];
}

/** A service may keep a text in its own form; then the diff shows what it made of the page. */
function deviation({ pages, stored }: DescribedEdits): string[] {
  return pages.flatMap(({ page, after }, at) => {
    const text = stored?.texts[at] ?? after;
    if (text === after) return [];
    const subject = pages.length === 1 ? "the page" : `page ${quoted(page.title)}`;
    return [
      `The service stored ${subject} in its own form, not byte for byte as sent (${changedLineCount(after, text)} different). The diff shows what it holds now.`,
    ];
  });
}

/** The changed lines of all pages between the same two marks, each page's under its title. */
function diffOfAll(
  { pages }: DescribedEdits,
  texts: readonly { before: string; after: string }[],
  tokens: number,
): string[] {
  const lines = pages.flatMap(({ page }, at) => {
    const { before, after } = texts[at] ?? { before: "", after: "" };
    const changed = changedSpots(diffLines(before, after));
    return [`=== ${oneLine(page.title)} (${page.path ?? page.id})`, ...changed];
  });
  const shown = takeWithin(lines, tokens - fenceTokens);
  const left = lines.length - shown.length;
  if (shown.length === 0) return [];
  return [
    fence(shown.join("\n")),
    ...(left > 0 ? [`(${left} more diff ${left === 1 ? "line" : "lines"} left out)`] : []),
  ];
}
