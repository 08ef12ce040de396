import type { ComputedSource } from "../../contract/models/computed-content.ts";
import { writeComputedEntry } from "./summary-computed.ts";

/** One line of a table of contents. `path` is where the document is written. */
export type SummaryLine = {
  /** Id of the page, where one is known. */
  id?: string | undefined;
  depth: number;
  title: string;
  linkTitle?: string | undefined;
  /** Whether the entry that the page had in the imported text says the same. */
  stays?: boolean;
} & (
  | { type: "document"; path: string }
  /** `slug` where reading the title gives another one. */
  | { type: "group"; slug?: string | undefined }
  | { type: "link"; target: string }
  | { type: "computed"; computed: ComputedSource }
);

/**
 * A `SUMMARY.md` with these lines, in tree order. Groups at the top become headings as far as only groups follow, since
 * a heading takes in all that stands below it; other groups are plain items.
 */
export function writeSummary(title: string, lines: readonly SummaryLine[]): string {
  const lastOther = lines.findLastIndex((line) => line.depth === 0 && line.type !== "group");
  const headingsFrom = lines.findIndex((line, index) => index > lastOther && line.depth === 0);
  const isHeading = (line: SummaryLine, index: number) =>
    headingsFrom !== -1 && index >= headingsFrom && line.depth === 0;

  let written = `# ${escapeText(title)}\n`;
  let startsBlock = true;
  let previous = -1;
  for (const [index, line] of lines.entries()) {
    if (isHeading(line, index)) {
      written += `\n## ${entryOf(line).join(" ")}\n`;
      startsBlock = true;
      previous = -1;
      continue;
    }
    const wanted = headingsFrom !== -1 && index >= headingsFrom ? line.depth - 1 : line.depth;
    const depth = Math.min(wanted, previous + 1);
    const indent = "  ".repeat(depth);
    written += `${startsBlock ? "\n" : ""}${indent}* ${entryOf(line).join(`\n${indent}  `)}\n`;
    startsBlock = false;
    previous = depth;
  }
  return written;
}

/** The lines of an item without its indentation and marker; of a group also its heading. */
export function entryOf(line: SummaryLine): string[] {
  if (line.type === "computed") return writeComputedEntry(line.computed);
  const title = escapeText(line.title);
  if (line.type === "group") return [line.slug === undefined ? title : `${title} ${anchorOf(line.slug)}`];
  const address = line.type === "document" ? encodePath(line.path) : writeAddress(line.target);
  const linkTitle = line.linkTitle === undefined ? "" : ` "${escapeText(line.linkTitle).replaceAll('"', '\\"')}"`;
  return [`[${title}](${address}${line.type === "document" ? linkTitle : ""})`];
}

const anchorOf = (slug: string) => `<a href="#${slug}" id="${slug}"></a>`;

function escapeText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>~#]|&(?=#?[a-z\d]+;)/gi, "\\$&")
    .replaceAll("://", "\\://");
}

function encodePath(path: string): string {
  return path.replace(/[%#?<>()\s"'\\[\]:]/g, percent);
}

/** An address of another site is kept as it is but for what would end it. */
function writeAddress(address: string): string {
  const escaped = address.replace(/[<>\p{Cc}]/gu, percent).replaceAll("\\", "\\\\");
  return /[\s()"']/.test(escaped) ? `<${escaped}>` : escaped;
}

function percent(character: string): string {
  const bytes = [...Buffer.from(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
