import { foldLabel } from "./inline.ts";
import { lineFrom } from "./lines.ts";
import { readHref } from "./link-destination.ts";
import type { Range } from "./range.ts";

/** `[label]: destination`, on one line. */
export interface Definition {
  /** As `foldLabel` makes it. */
  label: string;
  /** Without `<>`. */
  href: Range;
}

const LABEL = /^ {0,3}\[([^[\]]{1,999})\]:[ \t]*/;

/** The definitions at the beginning of a text block `[start, end)`, and where its running text starts after them. */
export function readDefinitions(
  markdown: string,
  { start, end }: Range,
): { definitions: Definition[]; textStart: number } {
  const definitions: Definition[] = [];
  let textStart = start;
  while (textStart < end) {
    const line = lineFrom(markdown, textStart);
    const definition = readDefinition(markdown.slice(line.start, line.end), line.start);
    if (!definition) break;
    definitions.push(definition);
    textStart = line.next;
  }
  return { definitions, textStart };
}

function readDefinition(line: string, offset: number): Definition | undefined {
  const match = LABEL.exec(line);
  const label = match?.[1];
  // A label that starts with `^` is a footnote's: its text is running text.
  if (!match || label === undefined || label.startsWith("^") || label.trim() === "") return undefined;
  const href = readHref(line, match[0].length);
  if (!href || href.start === line.length) return undefined;
  const title = line.slice(line[href.end] === ">" ? href.end + 1 : href.end);
  if (title.trim() !== "" && !/^\s+(?:"[^"]*"|'[^']*'|\([^()]*\))\s*$/.test(title)) return undefined;
  return { label: foldLabel(label), href: { start: offset + href.start, end: offset + href.end } };
}
