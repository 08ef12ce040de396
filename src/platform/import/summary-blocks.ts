import type { SummarySource } from "../content/summary-source.ts";
import { columnAfter, isSeparator, LINE_END, parseSummary, type SummaryEntry } from "./summary.ts";

/** A line with its line end. */
export interface SummaryTextLine {
  readonly text: string;
  /** An entry that is no page's own: `page` is what it lists once more, undefined where it lists nothing. */
  readonly other?: { readonly column: number; readonly page: string | undefined };
}

/** The lines of one page's entry, and what follows them. */
export interface SummaryBlock {
  readonly page: string;
  readonly entry: SummaryEntry;
  /** What stands left of the title: the indentation and marker of an item, the marks of a heading. */
  readonly indent: string;
  readonly marker: string;
  readonly isHeading: boolean;
  /** Id of the page that it stands under, null at the top. */
  readonly parent: string | null;
  readonly own: readonly SummaryTextLine[];
  /** Lines without a gap below, which go where the entry goes. */
  readonly below: readonly SummaryTextLine[];
  /** The lines between these and the next block. */
  readonly gap: readonly SummaryTextLine[];
}

export interface SummaryBlocks {
  readonly head: readonly SummaryTextLine[];
  readonly blocks: readonly SummaryBlock[];
  readonly lineEnd: string;
}

const ITEM_START = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)/;
const HEADING_START = /^ {0,3}#{1,6}(?=[ \t])/;

/** Takes a table of contents apart into the entries of pages. Joined again, the lines are the text. */
export function summaryBlocks({ text, lines: listed }: SummarySource): SummaryBlocks {
  const pages = new Map(listed);
  const entries = parseSummary(text);
  const entryAt = new Map(entries.map((entry) => [entry.line, entry]));
  const lines = (text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []).map((line, index): SummaryTextLine => {
    const entry = entryAt.get(index + 1);
    if (entry === undefined) return { text: line };
    return { text: line, other: { column: columnOf(line), page: pages.get(entry.line) } };
  });
  const owners: SummaryEntry[] = [];
  const owned = new Set<string>();
  for (const entry of entries) {
    const page = pages.get(entry.line);
    if (page === undefined || owned.has(page)) continue;
    owned.add(page);
    owners.push(entry);
  }
  const pageOf = (index: number | null): string | null => {
    for (let at = index; at !== null; at = entries[at]?.parent ?? null) {
      const page = pages.get(entries[at]?.line ?? 0);
      if (page !== undefined) return page;
    }
    return null;
  };
  const blocks = owners.map((entry, index): SummaryBlock => {
    const end = Math.min(entry.end ?? entry.line, lines.length);
    const rest = lines.slice(end, (owners[index + 1]?.line ?? lines.length + 1) - 1);
    const firstApart = rest.findIndex(isApart);
    const split = firstApart === -1 ? rest.length : firstApart;
    const [first = { text: "" }, ...more] = lines.slice(entry.line - 1, end);
    const [, indent = "", marker] = ITEM_START.exec(first.text) ?? [];
    const isItem = marker !== undefined;
    return {
      page: pages.get(entry.line) ?? "",
      entry,
      indent,
      marker: isItem ? marker : (HEADING_START.exec(first.text)?.[0] ?? "##"),
      isHeading: !isItem,
      parent: pageOf(entry.parent),
      own: [{ text: first.text }, ...more],
      below: rest.slice(0, split),
      gap: rest.slice(split),
    };
  });
  const lineEnd = LINE_END.exec(text)?.[0] ?? "\n";
  return { head: lines.slice(0, (owners[0]?.line ?? lines.length + 1) - 1), blocks, lineEnd };
}

export const isBlank = ({ text }: SummaryTextLine): boolean => text.trim() === "";

export const separates = ({ text }: SummaryTextLine): boolean => isSeparator(text.replace(LINE_END, ""));

/** Where items nested in an item stand apart from what has nothing to do with it. */
const isApart = (line: SummaryTextLine) => isBlank(line) || separates(line) || HEADING_START.test(line.text);

export const columnOf = (line: string): number => columnAfter(/^[ \t]*/.exec(line)?.[0] ?? "");
