import type { ComputedSource } from "../../../contract/models/computed-content.ts";
import { findLongestIncreasing } from "../../content/placement.ts";
import type { SummarySource } from "../../content/summary-source.ts";
import {
  columnAfter,
  isSeparator,
  lineEndPattern,
  parseSummary,
  type SummaryEntry,
  writeComputedEntry,
} from "./summary.ts";

/** A line of the new table of contents, by page id. */
interface Wanted {
  readonly line: SummaryLine;
  readonly page: string;
  readonly parent: string | null;
  /** Its entry in the imported text. */
  readonly block: SummaryBlock | undefined;
  readonly isHeading: boolean;
  /** Whether it keeps its position among the entries. */
  readonly keepsPosition: boolean;
}

/**
 * The imported text, edited to have these lines in tree order. Entries that say the same and did not move keep their
 * bytes. Undefined if reading the result would not give the tree: then it must be written from scratch.
 */
export function editSummary(source: SummarySource, listed: readonly SummaryLine[]): string | undefined {
  const { head, blocks, lineEnd } = summaryBlocks(source);
  const wanted = planEntries(listed, blocks);
  const output = new SummaryOutput(blocks, lineEnd);
  let pending = head;
  let last = -1;
  const passTo = (end: number) => {
    for (let index = last + 1; index < end; index += 1) {
      const block = blocks[index];
      if (block !== undefined) pending = joined(pending, block.gap);
    }
  };
  for (const each of wanted) {
    const { block, isHeading, keepsPosition } = each;
    const text = formatText(each);
    const isOutside = each.parent === null && !isHeading;
    if (keepsPosition && block !== undefined) {
      const index = blocks.indexOf(block, last + 1);
      passTo(index);
      // A separator would end the nesting.
      output.gap(each.parent === null ? pending : withoutSeparators(pending));
      if (isOutside) output.leaveGroup();
      output.block({ ...each, text }, index === last + 1 && !output.endsWithNew);
      [pending, last] = [block.gap, index];
      continue;
    }
    if (!isHeading) {
      const leading = leadingGap(pending, { isOutside: isOutside && output.group !== null, output });
      output.gap(leading);
      pending = pending.slice(leading.length);
      if (isOutside) output.leaveGroup();
    } else if (output.isEmpty) {
      output.gap(pending);
      pending = [];
    }
    output.block({ ...each, text }, false);
  }
  passTo(blocks.length);
  output.gap(pending);
  const edited = output.text();
  return readsAs(edited, output, wanted) ? edited : undefined;
}

/** The lines without separators; if one was between blank lines, the blank lines on one side are dropped too. */
function withoutSeparators(lines: readonly SummaryTextLine[]): readonly SummaryTextLine[] {
  const filtered: SummaryTextLine[] = [];
  let followsSeparator = false;
  for (const line of lines) {
    if (separates(line)) {
      followsSeparator = true;
      continue;
    }
    const last = filtered.at(-1);
    if (followsSeparator && last !== undefined && isBlank(last) && isBlank(line)) continue;
    followsSeparator = false;
    filtered.push(line);
  }
  return filtered;
}

/** How much of the lines between two entries goes before a new entry inserted there. */
function leadingGap(
  pending: readonly SummaryTextLine[],
  { isOutside, output }: { isOutside: boolean; output: SummaryOutput },
): readonly SummaryTextLine[] {
  if (output.isEmpty) return pending;
  const separator = pending.findIndex(separates);
  let end = isOutside ? separator + 1 : 0;
  if (end > 0 || output.endsWithHeading) while (pending[end] !== undefined && isBlankAt(pending, end)) end += 1;
  return pending.slice(0, end);
}

const isBlankAt = (lines: readonly SummaryTextLine[], index: number) => isBlank(lines[index] ?? { text: "x" });

/** Joins the gaps around a removed entry: where both ends have a blank line, one is enough. */
function joined(one: readonly SummaryTextLine[], other: readonly SummaryTextLine[]): readonly SummaryTextLine[] {
  let start = 0;
  const last = one.at(-1);
  if (last === undefined || isBlank(last)) while (one.length > 0 && isBlankAt(other, start)) start += 1;
  return [...one, ...other.slice(start)];
}

function planEntries(listed: readonly SummaryLine[], blocks: readonly SummaryBlock[]): Wanted[] {
  const indexByPage = new Map(blocks.map(({ page }, index) => [page, index]));
  const findBlock = (page: string) => blocks[indexByPage.get(page) ?? -1];
  const plain = blocks.some(({ isHeading, entry, parent }) => !isHeading && entry.kind === "group" && parent === null);
  const makesHeadings = !plain || blocks.some(({ isHeading }) => isHeading);
  const nodes = withOthers(toNodes(listed), blocks);
  const unchangedIndexes = findLongestIncreasing(nodes.map(({ page }) => indexByPage.get(page)));
  return nodes.map(({ line, page, parent }, index) => {
    const block = findBlock(page);
    const isTopGroup = parent === null && line.type === "group";
    const isHeading = isTopGroup && (block?.isHeading ?? makesHeadings);
    return { line, page, parent, block, isHeading, keepsPosition: unchangedIndexes.has(index) };
  });
}

type Node = Pick<Wanted, "line" | "page" | "parent">;

function toNodes(listed: readonly SummaryLine[]): Node[] {
  const open: (Node & { readonly depth: number })[] = [];
  return listed.map((line, index) => {
    while ((open.at(-1)?.depth ?? -1) >= line.depth) open.pop();
    const above = open.at(-1);
    // Entries below computed pages are read as their siblings.
    const parent = (above?.line.type === "computed" ? above.parent : above?.page) ?? null;
    const node = { line, page: line.id ?? `+${index}`, parent };
    open.push({ ...node, depth: line.depth });
    return node;
  });
}

/** Adds the entries that are not a page's own, each below and after the same entries as before. */
function withOthers(nodes: readonly Node[], blocks: readonly SummaryBlock[]): Node[] {
  const parents = new Map(nodes.map(({ page, parent }) => [page, parent]));
  const first = new Map<string | null, Node>();
  const behind = new Map<string, Node>();
  /** By parent: the last entry so far that is still below it. */
  const last = new Map<string | null, string>();
  for (const { page, parent, again, entry } of blocks) {
    if (again === undefined) {
      if (parents.get(page) === parent) last.set(parent, page);
      continue;
    }
    if ((parent !== null && !parents.has(parent)) || (again !== null && !parents.has(again))) continue;
    const line: SummaryLine = { depth: 0, title: entry.title, type: "document", path: "", isUnchanged: true };
    const before = last.get(parent);
    if (before === undefined) first.set(parent, { line, page, parent });
    else behind.set(before, { line, page, parent });
    last.set(parent, page);
  }
  const run = (start: Node | undefined): Node[] => {
    const found: Node[] = [];
    for (let node = start; node; node = behind.get(node.page)) found.push(node);
    return found;
  };
  const below = new Map<string | null, Node[]>([...first].map(([parent, node]) => [parent, run(node)]));
  for (const node of nodes) {
    const siblings = below.get(node.parent) ?? [];
    below.set(node.parent, siblings);
    siblings.push(...run(node));
  }
  const ordered: Node[] = [];
  const waiting = (below.get(null) ?? []).toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ordered.push(node);
    for (const child of (below.get(node.page) ?? []).toReversed()) waiting.push(child);
  }
  return ordered;
}

/** The lines of a rewritten entry, without what precedes its title; undefined if it is unchanged. */
function formatText({ line, block, isHeading }: Wanted): string[] | undefined {
  if (block !== undefined && line.isUnchanged && block.isHeading === isHeading) return undefined;
  if (line.type !== "group") return formatEntry(line);
  // A group keeps the anchor that states its slug.
  const { entry } = block ?? {};
  const slug = line.slug ?? (entry?.kind === "group" && entry.slug !== undefined ? entry.slug : undefined);
  return formatEntry({ ...line, slug });
}

/** Whether reading a text gives the tree it was written for. */
function readsAs(text: string, output: SummaryOutput, wanted: readonly Wanted[]): boolean {
  const entries = parseSummary(text);
  const again = new Map(wanted.map(({ page, block }) => [page, block?.again]));
  const pageAt = (index: number) => output.pages.get(entries[index]?.line ?? 0) ?? "";
  const parentAt = (index: number): string | null => {
    for (let at = entries[index]?.parent ?? null; at !== null; at = entries[at]?.parent ?? null) {
      const listed = again.get(pageAt(at));
      if (listed === undefined) return pageAt(at);
      if (listed !== null) return listed;
    }
    return null;
  };
  return (
    entries.length === wanted.length &&
    wanted.every(({ page, parent }, index) => page === pageAt(index) && parent === parentAt(index))
  );
}

/** An entry to write. `text` has its lines if they change. */
interface WrittenEntry {
  readonly page: string;
  readonly parent: string | null;
  readonly block: SummaryBlock | undefined;
  readonly isHeading: boolean;
  readonly text: readonly string[] | undefined;
  readonly keepsPosition: boolean;
}

/** A table of contents being written, tracking how a reader would interpret the next line. */
class SummaryOutput {
  /** The page listed in each line. */
  readonly pages = new Map<number, string>();
  readonly #lines: string[] = [];
  readonly #lineEnd: string;
  readonly #open: { column: number; page: string | null }[] = [];
  /** The indentation of the items below each page, and the page's own. */
  readonly #below = new Map<string | null, string>();
  readonly #indents = new Map<string, string>();
  /** Pages whose indentation changed. */
  readonly #shifted = new Set<string>();
  readonly #step: string;
  readonly #marker: string;
  #group: string | null = null;
  #endsWithHeading = false;
  #endsWithNew = false;

  constructor(blocks: readonly SummaryBlock[], lineEnd: string) {
    this.#lineEnd = lineEnd;
    const indents = new Map(blocks.map(({ page, indent, isHeading }) => [page, isHeading ? undefined : indent]));
    let step: string | undefined;
    for (const { parent, indent, isHeading } of blocks) {
      if (isHeading || parent === null) continue;
      const above = indents.get(parent);
      if (above === undefined || !indent.startsWith(above)) continue;
      this.#below.set(parent, this.#below.get(parent) ?? indent);
      if (computeColumn(`${indent}x`) >= computeColumn(`${above}x`) + 2) step ??= indent.slice(above.length);
    }
    this.#step = step ?? "  ";
    this.#marker = blocks.find(({ isHeading }) => !isHeading)?.marker.replace(/\[.*$/s, "") ?? "* ";
  }

  /** The group of the last heading, unless something ended it. */
  get group(): string | null {
    return this.#group;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get endsWithHeading(): boolean {
    return this.#endsWithHeading;
  }

  /** Whether the last entry has moved. */
  get endsWithNew(): boolean {
    return this.#endsWithNew;
  }

  text(): string {
    return this.#lines.join("");
  }

  /** Writes the lines between two entries. */
  gap(lines: readonly SummaryTextLine[]): void {
    for (const line of lines) {
      if (isBlank(line) && this.#endsWithNew && this.#endsBlank()) continue;
      this.#put(line.text);
      if (separates(line)) this.#endGroup();
    }
  }

  /** Ends a group, so that what follows is at the top. */
  leaveGroup(): void {
    if (this.#group === null) return;
    this.#putBlank();
    this.#put(`***${this.#lineEnd}`);
    this.#put(this.#lineEnd);
    this.#endGroup();
  }

  /** `isUntouched`: the previous entry is the same as before. */
  block(entry: WrittenEntry, isUntouched: boolean): void {
    const { page, parent, block, isHeading, text, keepsPosition } = entry;
    this.#endsWithNew = !keepsPosition;
    if (isHeading) {
      if (!isUntouched) this.#putBlank();
      this.#open.length = 0;
      this.#group = page;
      this.#indents.delete(page);
    } else if (this.#endsWithHeading && !isUntouched) this.#putBlank();
    const indent = isHeading ? "" : this.#indentFor(entry);
    this.pages.set(this.#lines.length + 1, page);
    if (text === undefined) for (const line of block?.own ?? []) this.#put(indented(line.text, block?.indent, indent));
    else this.#putText(text, indent, this.#getMarker(entry));
    if (!isHeading) {
      const column = computeColumn(`${indent}x`);
      this.#closeTo(column);
      // Entries nested in a repeated listing are below the listed page.
      this.#open.push({ column, page: block?.again === undefined ? page : (block.again ?? parent) });
      this.#indents.set(page, indent);
      if (block !== undefined && indent !== block.indent) {
        this.#shifted.add(page);
        this.#below.delete(page);
      }
      this.#below.set(parent, indent);
    }
    for (const line of block?.below ?? []) this.#put(indented(line.text, block?.indent, indent));
    this.#endsWithHeading = isHeading;
  }

  #getMarker({ block, isHeading }: WrittenEntry): string {
    if (isHeading) return block?.isHeading ? `${block.marker.trim()} ` : "## ";
    return block === undefined || block.isHeading ? this.#marker : block.marker;
  }

  #putText([first = "", ...more]: readonly string[], indent: string, marker: string): void {
    this.#put(indent + marker + first + this.#lineEnd);
    for (const line of more) this.#put(`${indent}  ${line}${this.#lineEnd}`);
  }

  /** An indentation that places an entry below its parent: its previous one if that works. */
  #indentFor({ parent, block }: WrittenEntry): string {
    const own = block?.isHeading ? undefined : block?.indent;
    const isBelowTheSame = block?.parent === parent && !this.#shifted.has(parent ?? "");
    if (own !== undefined && isBelowTheSame && this.#peek(computeColumn(`${own}x`)) === parent) return own;
    const above = parent === null || parent === this.#group ? undefined : this.#indents.get(parent);
    const siblingIndent = this.#below.get(parent);
    if (siblingIndent !== undefined && this.#peek(computeColumn(`${siblingIndent}x`)) === parent) return siblingIndent;
    return above === undefined ? "" : above + this.#step;
  }

  /** The parent of an item at this column. */
  #peek(column: number): string | null {
    const above = this.#open.findLast((each) => each.column <= column - 2);
    return above === undefined ? this.#group : above.page;
  }

  #closeTo(column: number): void {
    while ((this.#open.at(-1)?.column ?? -2) > column - 2) this.#open.pop();
  }

  #endGroup(): void {
    this.#group = null;
    this.#open.length = 0;
  }

  #endsBlank(): boolean {
    return this.isEmpty || this.#lines.at(-1)?.trim() === "";
  }

  #putBlank(): void {
    if (!this.#endsBlank()) this.#put(this.#lineEnd);
  }

  #put(line: string): void {
    const last = this.#lines.at(-1);
    if (last !== undefined && !/[\r\n]$/.test(last)) this.#lines[this.#lines.length - 1] = last + this.#lineEnd;
    this.#lines.push(line);
    if (line.trim() !== "") this.#endsWithHeading = false;
  }
}

const indented = (line: string, from = "", to = "") => (line.startsWith(from) ? to + line.slice(from.length) : line);

/** A line with its line end. */
interface SummaryTextLine {
  readonly text: string;
}

/** The lines of one entry, and those after it. */
interface SummaryBlock {
  /** Id of the page whose first listing this is; otherwise a name for the entry. */
  readonly page: string;
  /** The page that it lists again, or null if it lists nothing; undefined if it is the page's own entry. */
  readonly again: string | null | undefined;
  readonly entry: SummaryEntry;
  /** What precedes the title: an item's indentation and marker, or a heading's marks. */
  readonly indent: string;
  readonly marker: string;
  readonly isHeading: boolean;
  /** Id of its parent page, null at the top. */
  readonly parent: string | null;
  readonly own: readonly SummaryTextLine[];
  /** Lines directly below, without a gap, which move with the entry. */
  readonly below: readonly SummaryTextLine[];
  /** The lines between these and the next block. */
  readonly gap: readonly SummaryTextLine[];
}

interface SummaryBlocks {
  readonly head: readonly SummaryTextLine[];
  readonly blocks: readonly SummaryBlock[];
  readonly lineEnd: string;
}

const itemStartPattern = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)/;

const headingStartPattern = /^ {0,3}#{1,6}(?=[ \t])/;

/** Splits a table of contents into the entries of pages. Joined again, the lines give the text. */
function summaryBlocks({ text, lines: listed }: SummarySource): SummaryBlocks {
  const pages = new Map(listed);
  const entries = parseSummary(text);
  const lines = (text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []).map((line) => ({ text: line }));
  const owned = new Set<string>();
  const findPage = (index: number | null): string | null => {
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
    const [, indent = "", marker] = itemStartPattern.exec(first.text) ?? [];
    const isItem = marker !== undefined;
    return {
      page: isOwn ? page : toEntryName(entry),
      again: isOwn ? undefined : (page ?? null),
      entry,
      indent,
      marker: isItem ? marker : (headingStartPattern.exec(first.text)?.[0] ?? "##"),
      isHeading: !isItem,
      parent: findPage(entry.parent),
      own: [{ text: first.text }, ...more],
      below: rest.slice(0, split),
      gap: rest.slice(split),
    };
  });
  const lineEnd = lineEndPattern.exec(text)?.[0] ?? "\n";
  return { head: lines.slice(0, (entries[0]?.line ?? lines.length + 1) - 1), blocks, lineEnd };
}

/** No id starts with this character. */
const toEntryName = ({ line }: SummaryEntry) => `#${line}`;

const isBlank = ({ text }: SummaryTextLine): boolean => text.trim() === "";

const separates = ({ text }: SummaryTextLine): boolean => isSeparator(text.replace(lineEndPattern, ""));

/** Where nested items are separated from unrelated lines. */
const isApart = (line: SummaryTextLine) => isBlank(line) || separates(line) || headingStartPattern.test(line.text);

const computeColumn = (line: string): number => columnAfter(/^[ \t]*/.exec(line)?.[0] ?? "");

/** One line of a table of contents. `path` is the path of the document's file. */
export type SummaryLine = {
  /** Id of the page, if known. */
  id?: string | undefined;
  depth: number;
  title: string;
  linkTitle?: string | undefined;
  /** Whether the page's entry in the imported text still says the same. */
  isUnchanged?: boolean;
} & (
  | { type: "document"; path: string }
  /** `slug` if reading the title would give a different one. */
  | { type: "group"; slug?: string | undefined }
  | { type: "link"; target: string }
  | { type: "computed"; computed: ComputedSource }
);

/**
 * A `SUMMARY.md` with these lines, in tree order. Top-level groups become headings as long as only groups follow,
 * because a heading contains everything below it; other groups are plain items.
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
      written += `\n## ${formatEntry(line).join(" ")}\n`;
      startsBlock = true;
      previous = -1;
      continue;
    }
    const wanted = headingsFrom !== -1 && index >= headingsFrom ? line.depth - 1 : line.depth;
    const depth = Math.min(wanted, previous + 1);
    const indent = "  ".repeat(depth);
    written += `${startsBlock ? "\n" : ""}${indent}* ${formatEntry(line).join(`\n${indent}  `)}\n`;
    startsBlock = false;
    previous = depth;
  }
  return written;
}

/** The lines of an item without indentation and marker; for a group, also its heading. */
function formatEntry(line: SummaryLine): string[] {
  if (line.type === "computed") return writeComputedEntry(line.computed);
  const title = escapeText(line.title);
  if (line.type === "group") return [line.slug === undefined ? title : `${title} ${formatAnchor(line.slug)}`];
  const address = line.type === "document" ? encodePath(line.path) : writeAddress(line.target);
  const linkTitle = line.linkTitle === undefined ? "" : ` "${escapeText(line.linkTitle).replaceAll('"', '\\"')}"`;
  return [`[${title}](${address}${line.type === "document" ? linkTitle : ""})`];
}

const formatAnchor = (slug: string) => `<a href="#${slug}" id="${slug}"></a>`;

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

/** An external address, with only the characters escaped that would end it. */
function writeAddress(address: string): string {
  const escaped = address.replace(/[<>\p{Cc}]/gu, percent).replaceAll("\\", "\\\\");
  return /[\s()"']/.test(escaped) ? `<${escaped}>` : escaped;
}

function percent(character: string): string {
  const bytes = [...Buffer.from(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
