import { stringify } from "yaml";
import { ComputedSource } from "../../../contract/models/computed-content.ts";
import { inlineText } from "../../../markdown/grammar/inline-text.ts";
import { fenceAround } from "../../../markdown/grammar/line-shape.ts";
import { parseYaml } from "../../../markdown/grammar/yaml.ts";
import { isExternal } from "./folder-path.ts";

/**
 * An entry of a table of contents. `parent` is the index of an earlier entry, null at the top. `address` is relative to
 * the summary's folder, as written: percent-encoded, with its anchor.
 */
export type SummaryEntry = {
  parent: number | null;
  /** Line in the file, from 1. */
  line: number;
  /** Its last line, if it spans several. */
  end?: number;
  title: string;
} /** `slug` is what an anchor behind the title says. */ & (
  | { kind: "group"; slug?: string }
  | { kind: "page"; address: string; linkTitle?: string }
  | { kind: "link"; address: string }
  | { kind: "computed"; source: ComputedSource }
);

const itemPattern = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/;

const headingPattern = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;

const fencePattern = /^[ \t]*(`{3,}|~{3,})/;

/** An item that is only a fence: it says what its pages are computed from. */
const fencedItemPattern = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(`{3,}|~{3,})/;

const separatorPattern = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;

const anchorPattern = /<a\s[^<>]*\bid="([^"<>]{1,200})"/i;

export const lineEndPattern = /\r\n|\n|\r/;

/** Longer lines are not entries; this limits the work one line can cause. */
const maxLineLength = 4000;

/**
 * Parses a `SUMMARY.md` into its entries, in order. An item is a child of the nearest item above that is at least two
 * columns further left. A heading groups what follows, except a leading `#`, which is the title of the file. A
 * separator ends the group.
 */
export function parseSummary(markdown: string): SummaryEntry[] {
  const entries: SummaryEntry[] = [];
  const open: { column: number; index: number }[] = [];
  let group: number | null = null;
  const lines = contentLines(markdown);
  let underline = 0;
  for (const [position, { text, line, fenced }] of lines.entries()) {
    if (line === underline) continue;
    if (isSeparator(text)) {
      open.length = 0;
      group = null;
      continue;
    }
    const next = lines[position + 1];
    const heading = readHeading(text, next?.line === line + 1 ? next.text : "");
    if (heading) {
      const { level, title, end, ...named } = heading;
      if (end === 2) underline = line + 1;
      if (level === 1 && entries.length === 0) continue;
      open.length = 0;
      const lastLine = end === 2 ? { end: line + 1 } : {};
      group =
        title === "" ? null : entries.push({ kind: "group", parent: null, line, ...lastLine, title, ...named }) - 1;
      continue;
    }
    const item = itemPattern.exec(text);
    if (!item) continue;
    const column = columnAfter(item[1] ?? "");
    while ((open.at(-1)?.column ?? -2) > column - 2) open.pop();
    const parent = open.at(-1)?.index ?? group;
    if (fenced !== undefined) {
      const source = readComputedEntry(fenced);
      // Items below it become its siblings, because the pages below it are computed.
      if (source !== undefined) {
        entries.push({ kind: "computed", parent, line, end: line + fenced.length + 1, title: source.type, source });
      }
      continue;
    }
    const entry = readEntry((item[2] ?? "").replace(/^\[[ xX]\][ \t]+/, ""), parent, line);
    if (entry) open.push({ column, index: entries.push(entry) - 1 });
  }
  return entries;
}

function readEntry(text: string, parent: number | null, line: number): SummaryEntry | undefined {
  const link = readSummaryLink(text);
  if (!link) {
    const title = titleText(text);
    return title === "" ? undefined : { kind: "group", parent, line, title, ...slugIn(text) };
  }
  const { label: title, address, linkTitle } = link;
  if (address === "" || address.startsWith("#")) return { kind: "group", parent, line, title };
  if (isExternal(address)) return { kind: "link", parent, line, title: linkTitle ?? title, address };
  return { kind: "page", parent, line, title, address, ...(linkTitle !== undefined && { linkTitle }) };
}

/** Whether a line is a rule, which ends a group. */
export const isSeparator = (line: string): boolean => separatorPattern.test(line);

/** `end` is the number of its lines. */
interface Heading {
  readonly level: number;
  readonly title: string;
  readonly end: 1 | 2;
  readonly slug?: string;
}

function readHeading(text: string, next: string): Heading | undefined {
  const match = headingPattern.exec(text);
  if (match) {
    const written = (match[2] ?? "").replace(/(?<=^|[ \t])#+[ \t]*$/, "");
    return { level: match[1]?.length ?? 1, title: titleText(written), end: 1, ...slugIn(written) };
  }
  const underlined = /^ {0,3}(=+|-+)[ \t]*$/.exec(next)?.[1];
  if (underlined === undefined || text.trim() === "" || /^[ \t]/.test(text) || itemPattern.test(text)) return undefined;
  return { level: underlined.startsWith("=") ? 1 : 2, title: titleText(text), end: 2, ...slugIn(text) };
}

function slugIn(text: string): { slug?: string } {
  const slug = anchorPattern.exec(text)?.[1]?.trim();
  return slug ? { slug } : {};
}

interface ContentLine {
  readonly text: string;
  readonly line: number;
  /** The content of the fence that the item begins. */
  fenced?: string[];
}

/** The lines that can contain entries: without front matter, comments and fences, except fences that are an item. */
function contentLines(markdown: string): ContentLine[] {
  const lines = markdown.replace(/^\uFEFF/, "").split(lineEndPattern);
  const content: ContentLine[] = [];
  let fence = "";
  let fenced: string[] | undefined;
  let commented = false;
  for (let index = frontMatterLines(lines); index < lines.length; index++) {
    const line = lines[index] ?? "";
    const marker = commented ? undefined : fencePattern.exec(line)?.[1];
    if (fence !== "") {
      const closes = marker?.startsWith(fence) && line.trim() === marker;
      if (closes) fence = "";
      else fenced?.push(line);
    } else if (marker !== undefined) [fence, fenced] = [marker, undefined];
    else if (!commented && fencedItemPattern.test(line) && line.length <= maxLineLength) {
      [fence, fenced] = [fencedItemPattern.exec(line)?.[1] ?? "", []];
      content.push({ text: line.trimEnd(), line: index + 1, fenced });
    } else {
      const uncommented = withoutComments(line, commented);
      commented = uncommented.open;
      if (uncommented.text.length <= maxLineLength) content.push({ text: uncommented.text.trimEnd(), line: index + 1 });
    }
  }
  return content;
}

function frontMatterLines(lines: string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  const isList = lines.slice(1, Math.max(end, 1)).some((line) => line.includes("]("));
  return end === -1 || isList ? 0 : end + 1;
}

function withoutComments(line: string, open: boolean): { text: string; open: boolean } {
  let text = "";
  for (let from = 0; ; ) {
    const mark = line.indexOf(open ? "-->" : "<!--", from);
    if (!open) text += line.slice(from, mark === -1 ? line.length : mark);
    if (mark === -1) return { text, open };
    from = mark + (open ? 3 : 4);
    open = !open;
  }
}

export function columnAfter(indent: string): number {
  let column = 0;
  for (const character of indent) column = character === "\t" ? column - (column % 4) + 4 : column + 1;
  return column;
}

/** The link of one entry, as written: the address is not decoded. */
type SummaryLink = { label: string; address: string; linkTitle?: string };

/** The first link of a line, ignoring images. Takes one pass: unbalanced brackets cost no more than balanced ones. */
function readSummaryLink(text: string): SummaryLink | undefined {
  const bare = /^<?(https?:\/\/[^\s<>]+)>?$/.exec(text);
  if (bare?.[1]) return { label: bare[1], address: bare[1] };

  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === "[") open.push(index);
    else if (text[index] === "]") {
      const start = open.pop();
      if (start === undefined || text[index + 1] !== "(") continue;
      const destination = readDestination(text, index + 2);
      if (!destination) return undefined;
      if (text[start - 1] === "!") {
        index = destination.end;
        continue;
      }
      const label = titleText(text.slice(start + 1, index));
      return { label: label || destination.address, ...destination.link };
    }
  }
  return undefined;
}

type Destination = { address: string; link: { address: string; linkTitle?: string }; end: number };

/** Inline Markdown as a title: the visible text on one line. */
function titleText(markdown: string): string {
  return inlineText(markdown).replace(/\s+/g, " ").trim();
}

/** What is between `(` and `)`. Accepts spaces in an address, because people write them in file names. */
function readDestination(text: string, from: number): Destination | undefined {
  let depth = 0;
  let quote = "";
  let quotedFrom = -1;
  let quotedTo = -1;
  const angled = /^\s*<([^<>]*)>/.exec(text.slice(from));
  for (let index = from + (angled?.[0].length ?? 0); index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === "\\") index++;
    else if (quote !== "") {
      if (character !== quote) continue;
      quotedTo = index;
      quote = "";
    } else if ((character === '"' || character === "'") && /\s|>/.test(text[index - 1] ?? "")) {
      quote = character;
      quotedFrom = index + 1;
    } else if (character === "(") depth++;
    else if (character === ")" && depth-- === 0) {
      const quoted = quotedTo > 0 && text.slice(quotedTo + 1, index).trim() === "";
      const written = angled?.[1] ?? text.slice(from, quoted ? quotedFrom - 1 : index);
      const address = unescapePunctuation(written).trim();
      const linkTitle = quoted ? titleText(text.slice(quotedFrom, quotedTo)) : "";
      return { address, link: linkTitle === "" ? { address } : { address, linkTitle }, end: index };
    }
  }
  return undefined;
}

function unescapePunctuation(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Longer texts are not settings; this limits the work one entry can cause. */
const maxSettingsChars = 20_000;

/** What the pages of a fenced entry are computed from; undefined if it is something else. */
function readComputedEntry(lines: readonly string[]): ComputedSource | undefined {
  const text = lines.join("\n");
  if (text.length > maxSettingsChars) return undefined;
  try {
    const document = parseYaml(text, { logLevel: "silent" });
    // Other errors show up in the parsed value.
    if (document.errors.some(({ code }) => code === "BAD_ALIAS")) return undefined;
    const value = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 0 }) ?? null)) as unknown;
    // Returned as written, so that it is written back in the same order.
    return ComputedSource.safeParse(value).success ? (value as ComputedSource) : undefined;
  } catch {
    return undefined;
  }
}

/** The entry as the lines of a fence that its content cannot end, without indentation. */
export function writeComputedEntry(source: ComputedSource): string[] {
  const text = stringify(source, { lineWidth: 0 }).trimEnd();
  const fence = fenceAround(text);
  return [`${fence}yaml`, ...text.split("\n"), fence];
}
