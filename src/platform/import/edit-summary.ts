import type { SummarySource } from "../content/summary-source.ts";
import { longestRise } from "./longest-rise.ts";
import { parseSummary } from "./summary.ts";
import { isBlank, type SummaryBlock, type SummaryTextLine, separates, summaryBlocks } from "./summary-blocks.ts";
import { SummaryOutput } from "./summary-output.ts";
import { entryOf, type SummaryLine } from "./write-summary.ts";

/** A line of the wanted table of contents, by the id of its page. */
interface Wanted {
  readonly line: SummaryLine;
  readonly page: string;
  readonly parent: string | null;
  /** The entry that it has in the text. */
  readonly block: SummaryBlock | undefined;
  readonly isHeading: boolean;
  /** Whether it keeps its place among the entries. */
  readonly isKept: boolean;
}

/**
 * The imported text with these lines, in tree order. Entries that say the same and stand where they did keep their
 * bytes. Undefined where reading the result would not give the tree: then it has to be written anew.
 */
export function editSummary(source: SummarySource, listed: readonly SummaryLine[]): string | undefined {
  const { head, blocks, lineEnd } = summaryBlocks(source);
  const wanted = wantedOf(listed, blocks);
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
    const { block, isHeading, isKept } = each;
    const text = textOf(each);
    const isOutside = each.parent === null && !isHeading;
    if (isKept && block !== undefined) {
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

/** The lines without the separators; where one stood between blank lines, those on one side are enough. */
function withoutSeparators(lines: readonly SummaryTextLine[]): readonly SummaryTextLine[] {
  const kept: SummaryTextLine[] = [];
  let followsSeparator = false;
  for (const line of lines) {
    if (separates(line)) {
      followsSeparator = true;
      continue;
    }
    const last = kept.at(-1);
    if (followsSeparator && last !== undefined && isBlank(last) && isBlank(line)) continue;
    followsSeparator = false;
    kept.push(line);
  }
  return kept;
}

/** How much of what stands between two entries comes before a new one that goes between them. */
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

/** Two gaps between which an entry stood: one blank line is enough where both ends have one. */
function joined(one: readonly SummaryTextLine[], other: readonly SummaryTextLine[]): readonly SummaryTextLine[] {
  let start = 0;
  const last = one.at(-1);
  if (last === undefined || isBlank(last)) while (one.length > 0 && isBlankAt(other, start)) start += 1;
  return [...one, ...other.slice(start)];
}

function wantedOf(listed: readonly SummaryLine[], blocks: readonly SummaryBlock[]): Wanted[] {
  const places = new Map(blocks.map(({ page }, index) => [page, index]));
  const blockOf = (page: string) => blocks[places.get(page) ?? -1];
  const plain = blocks.some(({ isHeading, entry, parent }) => !isHeading && entry.kind === "group" && parent === null);
  const makesHeadings = !plain || blocks.some(({ isHeading }) => isHeading);
  const nodes = withOthers(nodesOf(listed), blocks);
  const kept = longestRise(nodes.map(({ page }) => places.get(page)));
  return nodes.map(({ line, page, parent }, index) => {
    const block = blockOf(page);
    const isTopGroup = parent === null && line.type === "group";
    const isHeading = isTopGroup && (block?.isHeading ?? makesHeadings);
    return { line, page, parent, block, isHeading, isKept: kept.has(index) };
  });
}

type Node = Pick<Wanted, "line" | "page" | "parent">;

function nodesOf(listed: readonly SummaryLine[]): Node[] {
  const open: (Node & { readonly depth: number })[] = [];
  return listed.map((line, index) => {
    while ((open.at(-1)?.depth ?? -1) >= line.depth) open.pop();
    const above = open.at(-1);
    // What stands below computed pages is read as standing beside them.
    const parent = (above?.line.type === "computed" ? above.parent : above?.page) ?? null;
    const node = { line, page: line.id ?? `+${index}`, parent };
    open.push({ ...node, depth: line.depth });
    return node;
  });
}

/** With the entries that are no page's own: each below what it stood below, behind what it stood behind. */
function withOthers(nodes: readonly Node[], blocks: readonly SummaryBlock[]): Node[] {
  const parents = new Map(nodes.map(({ page, parent }) => [page, parent]));
  const first = new Map<string | null, Node>();
  const behind = new Map<string, Node>();
  /** By parent: the last of the entries so far that still stands below it. */
  const last = new Map<string | null, string>();
  for (const { page, parent, again, entry } of blocks) {
    if (again === undefined) {
      if (parents.get(page) === parent) last.set(parent, page);
      continue;
    }
    if ((parent !== null && !parents.has(parent)) || (again !== null && !parents.has(again))) continue;
    const line: SummaryLine = { depth: 0, title: entry.title, type: "document", path: "", stays: true };
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

/** The lines of an entry that is written anew, without what stands left of it; undefined where it stays. */
function textOf({ line, block, isHeading }: Wanted): string[] | undefined {
  if (block !== undefined && line.stays && block.isHeading === isHeading) return undefined;
  if (line.type !== "group") return entryOf(line);
  // A group keeps the anchor that says its slug.
  const { entry } = block ?? {};
  const slug = line.slug ?? (entry?.kind === "group" && entry.slug !== undefined ? entry.slug : undefined);
  return entryOf({ ...line, slug });
}

/** Whether a text is read as the tree that it was written for. */
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
