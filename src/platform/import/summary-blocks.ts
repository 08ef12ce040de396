import type { SummarySource } from "../content/summary-source.ts";
import { columnAfter, isSeparator, LINE_END, parseSummary, type SummaryEntry } from "./summary.ts";

/** A line with its line end. */
export interface SummaryTextLine {
  readonly text: string;
}

/** The lines of one entry, and what follows them. */
export interface SummaryBlock {
  /** Id of the page that is listed there first; else a name of the entry's own. */
  readonly page: string;
  /** The page that it lists once more, null where it lists nothing; undefined where it is the page's own. */
  readonly again: string | null | undefined;
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
  const lines = (text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []).map((line) => ({ text: line }));
  const owned = new Set<string>();
  const pageOf = (index: number | null): string | null => {
    for (let at = index; at !== null; at = entries[at]?.parent ?? null) {
      const page = pages.get(entries[at]?.line ?? 0);
      if (page !== undefined) return page;
    }
    return null;
  };
  const blocks = entries.map((entry, index): SummaryBlock => {
    const page = pages.get(entry.line);
    const isOwn = page !== undefined && !owned.has(page);
    if (isOwn) owned.add(page);
    const end = Math.min(entry.end ?? entry.line, lines.length);
    const rest = lines.slice(end, (entries[index + 1]?.line ?? lines.length + 1) - 1);
    const firstApart = rest.findIndex(isApart);
    const split = firstApart === -1 ? rest.length : firstApart;
    const [first = { text: "" }, ...more] = lines.slice(entry.line - 1, end);
    const [, indent = "", marker] = ITEM_START.exec(first.text) ?? [];
    const isItem = marker !== undefined;
    return {
      page: isOwn ? page : nameOf(entry),
      again: isOwn ? undefined : (page ?? null),
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
  return { head: lines.slice(0, (entries[0]?.line ?? lines.length + 1) - 1), blocks, lineEnd };
}

/** No id has a character like its first. */
const nameOf = ({ line }: SummaryEntry) => `#${line}`;

export const isBlank = ({ text }: SummaryTextLine): boolean => text.trim() === "";

export const separates = ({ text }: SummaryTextLine): boolean => isSeparator(text.replace(LINE_END, ""));

/** Where items nested in an item stand apart from what has nothing to do with it. */
const isApart = (line: SummaryTextLine) => isBlank(line) || separates(line) || HEADING_START.test(line.text);

export const columnOf = (line: string): number => columnAfter(/^[ \t]*/.exec(line)?.[0] ?? "");
