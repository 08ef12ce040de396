import { foldLabel } from "./destinations.ts";

/** `[label]: destination "title"` */
export interface Definition {
  /** As `foldLabel` makes it. */
  label: string;
  href: string;
  title?: string;
}

const LABEL = /^[ \t]*\[((?:\\[\s\S]|[^[\]\\]){1,999})\]:[ \t]*(?:\n[ \t]*)?/;

const DESTINATION = /^(?:<((?:\\.|[^\n<>\\])*)>|([^<\s]\S*))/;

const TITLE =
  /^(?:[ \t]+(?:\n[ \t]*)?|\n[ \t]*)(?:"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'|\(((?:\\[\s\S]|[^()\\])*)\))/;

const LINE_END = /^[ \t]*(?:\n|$)/;

/** The definitions a paragraph begins with, and what is left of it. */
export function takeDefinitions(text: string): { definitions: Definition[]; rest: string } {
  const definitions: Definition[] = [];
  let rest = text;
  for (let found = readDefinition(rest); found; found = readDefinition(rest)) {
    definitions.push(found.definition);
    rest = found.rest;
  }
  return { definitions, rest };
}

function readDefinition(text: string): { definition: Definition; rest: string } | undefined {
  const [head, label] = LABEL.exec(text) ?? [];
  // A label that starts with `^` is a footnote's: its text is running text.
  if (head === undefined || label === undefined || label.startsWith("^") || label.trim() === "") return undefined;
  const afterHead = text.slice(head.length);
  const [written, bracketed, bare = ""] = DESTINATION.exec(afterHead) ?? [];
  if (written === undefined || (bracketed === undefined && !isBalanced(bare))) return undefined;
  const definition = { label: foldLabel(label), href: withoutEscapes(bracketed ?? bare) };
  const afterHref = afterHead.slice(written.length);
  const title = TITLE.exec(afterHref);
  const afterTitle = title ? afterHref.slice(title[0].length) : "";
  const end = title ? LINE_END.exec(afterTitle) : null;
  if (title && end) {
    const named = { ...definition, title: withoutEscapes(title[1] ?? title[2] ?? title[3] ?? "") };
    return { definition: named, rest: afterTitle.slice(end[0].length) };
  }
  const hrefEnd = LINE_END.exec(afterHref);
  return hrefEnd ? { definition, rest: afterHref.slice(hrefEnd[0].length) } : undefined;
}

function isBalanced(href: string): boolean {
  let depth = 0;
  for (const [found] of href.matchAll(/\\.|[()]/g)) {
    if (found === "(") depth += 1;
    else if (found === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

/** Without the backslashes before punctuation. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\([\p{P}\p{S}])/gu, "$1");
}
