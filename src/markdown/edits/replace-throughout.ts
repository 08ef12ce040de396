import { type Block, type HeadingBlock, scanBlocks } from "../grammar/blocks.ts";
import { readDefinitions } from "../grammar/destinations.ts";
import { findFrontMatterScalar, frontMatterRange } from "../grammar/front-matter.ts";
import { listAttributes } from "../grammar/html.ts";
import { type InlineToken, scanInline } from "../grammar/inline.ts";
import { restoreInvisible } from "../text/invisible.ts";
import { detectLineEnding, withLineEnding } from "../text/lines.ts";
import { type Range, replaceRanges } from "../text/ranges.ts";
import { EditError } from "./edit-error.ts";
import type { PassageEdit } from "./edits.ts";
import { disjoint, listPassages } from "./passages.ts";

interface ReplacementResult {
  readonly text: string;
  /** Passages replaced. */
  readonly replacedCount: number;
  /** Passages not replaced because they touch code, an address, an id or a tag. */
  readonly left: number;
}

/**
 * Replaces all occurrences of a passage, if any; in code, addresses, ids and tags only with `inCode`.
 * Throws EditError, for edit `index`.
 */
export function replaceThroughout(
  markdown: string,
  { oldText, newText }: PassageEdit,
  inCode: boolean,
  index: number,
): ReplacementResult {
  const found = disjoint(listPassages(markdown, oldText));
  if (found.length === 0) return { text: markdown, replacedCount: 0, left: 0 };
  const taken = inCode ? found : outside(found, listMarkup(markdown));
  const inserted = withLineEnding(newText, detectLineEnding(markdown));
  const replacements = taken.map(({ start, end }) => {
    const restored = restoreInvisible(inserted, markdown.slice(start, end));
    if ("text" in restored) return { start, end, text: restored.text };
    const problem = `The replaced text has ${restored.unclear} both as an invisible character and as an escape.`;
    throw new EditError("ambiguous", index, { problem, advice: "Edit that page by itself." });
  });
  return {
    text: replaceRanges(markdown, replacements),
    replacedCount: taken.length,
    left: found.length - taken.length,
  };
}

/** The ranges that touch none of `others`; both are sorted. */
function outside(ranges: readonly Range[], others: readonly Range[]): Range[] {
  let at = 0;
  return ranges.filter(({ start, end }) => {
    while ((others[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    return (others[at]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}

/** Attributes with values that readers see. */
const shownAttributes: ReadonlySet<string> = new Set(["alt", "title", "caption", "label"]);

const shownKeys = ["title", "description"];

const codeElements: ReadonlySet<string> = new Set(["code", "pre", "script", "style", "textarea", "kbd", "samp"]);

const bareAddressPattern = /\bhttps?:\/\/[^\s<>"'`]+|\{\{[^{}]*\}\}/g;

/**
 * The parts of a page that are not words for its readers: code, addresses, ids, tags, expressions, comments, and front
 * matter except title and description. In order, without overlaps. Linear.
 */
function listMarkup(markdown: string): Range[] {
  const ranges: Range[] = [];
  addFrontMatter();
  for (const block of scanBlocks(markdown)) {
    if (block.kind === "blank") continue;
    const isCode =
      block.kind === "fence" ||
      (block.kind === "text" && block.isCode) ||
      (block.kind === "html" && block.element !== "markup");
    if (isCode) add(block.start, block.end);
    else addBlock(block);
  }
  return joined(ranges);

  function add(start: number, end: number): void {
    if (end > start) ranges.push({ start, end });
  }

  function addFrontMatter(): void {
    const { found, bodyStart } = frontMatterRange(markdown);
    if (!found) return;
    const shown = shownKeys.flatMap((key) => findFrontMatterScalar(markdown, key) ?? []);
    addAround({ start: 0, end: bodyStart }, shown);
  }

  /** The range without the values in it that readers see. */
  function addAround(range: Range, shown: readonly Range[]): void {
    let from = range.start;
    for (const { start, end } of [...shown].sort((one, other) => one.start - other.start)) {
      add(from, start);
      from = end;
    }
    add(from, range.end);
  }

  function addBlock(block: Block): void {
    if (block.kind === "heading") addAnchor(block);
    const textStart = block.kind === "text" ? addDefinitions(block) : block.start;
    const source = markdown.slice(textStart, block.end);
    for (const match of source.matchAll(bareAddressPattern))
      add(textStart + match.index, textStart + match.index + match[0].length);
    let code: { name: string; start: number } | undefined;
    for (const token of scanInline(source)) {
      addToken(source, textStart, token);
      if (token.kind !== "element" || !codeElements.has(token.name.toLowerCase())) continue;
      const name = token.name.toLowerCase();
      if (!token.closing) code ??= { name, start: token.start };
      else if (code?.name === name) {
        add(textStart + code.start, textStart + token.end);
        code = undefined;
      }
    }
  }

  /** A hand-written anchor at either end of a heading. */
  function addAnchor({ start, end, words }: HeadingBlock): void {
    const lead = markdown.slice(start, words.start).indexOf("<");
    if (lead >= 0) add(start + lead, words.start);
    const tail = markdown.slice(words.end, end).trimEnd();
    if (/[<{]/.test(tail)) add(words.end, words.end + tail.length);
  }

  function addDefinitions(block: Range): number {
    const { definitions, textStart } = readDefinitions(markdown, block);
    for (const { href } of definitions) add(href.start, href.end);
    return textStart;
  }

  function addToken(source: string, offset: number, token: InlineToken): void {
    const { kind, start, end } = token;
    if (kind === "code" || kind === "comment" || kind === "autolink") add(offset + start, offset + end);
    else if (kind === "close" && token.href !== undefined) add(offset + token.href.start, offset + token.href.end);
    else if (kind === "tag" || kind === "element") {
      const shown = listAttributes(source, start + 1, end - 1)
        .filter(({ name }) => shownAttributes.has(name))
        .map(({ valueStart, valueEnd }) => ({ start: offset + valueStart, end: offset + valueEnd }));
      addAround({ start: offset + start, end: offset + end }, shown);
    }
  }
}

function joined(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
