import { type Block, listingLabels, scanningBlocks } from "../grammar/blocks.ts";
import { readDefinitions } from "../grammar/destinations.ts";
import { listAttributes } from "../grammar/html.ts";
import { scanInline, scanningInline } from "../grammar/inline.ts";
import { findTitle } from "../page/title.ts";
import type { Range } from "../text/ranges.ts";
import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { codeElements, hasWords, holdingText, holdPlain, release, type Segment, type SegmentRole } from "./segments.ts";

type Find = (segment: Segment) => string | undefined;

/** The parts of a page's Markdown that are translated, in order. Front matter is not among them. */
export function listSegments(markdown: string): Segment[] {
  const found: Segment[] = [];
  runToEnd(
    translatingPage(markdown, (segment) => {
      found.push(segment);
      return undefined;
    }),
  );
  return found;
}

/**
 * The page with its segments translated, except those for which `find` returns nothing. A heading keeps its anchor, so
 * that links to it still work. Everything else keeps its bytes.
 */
export function translatePage(markdown: string, find: Find): string {
  return runToEnd(translatingPage(markdown, find));
}

/** The same for a process with other work to do. */
export function* translatingPage(markdown: string, find: Find): WorkInSteps<string> {
  const blocks = yield* scanningBlocks(markdown);
  const labels = yield* listingLabels(markdown, blocks);
  let text = "";
  let copied = 0;
  for (const slot of yield* listSlots(markdown, blocks)) {
    yield;
    const raw = markdown.slice(slot.start, slot.end);
    if (slot.isMarkup === true) {
      const written = withAttributes(raw, find);
      if (written === raw) continue;
      text += markdown.slice(copied, slot.start) + written;
      copied = slot.end;
      continue;
    }
    const whole = yield* holdingText(slot.source ?? raw, labels);
    const role = findRole(whole) ?? slot.role;
    const segment = role === undefined ? whole : { ...whole, role };
    const translation = hasWords(segment.text) ? find(segment) : undefined;
    const unchanged = translation === undefined || translation === segment.text;
    const held = () => segment.held.map((piece) => withAttributes(piece, find));
    const written = unchanged ? withAttributes(raw, find) : release(translation, held());
    if (written === raw) continue;
    const anchor = unchanged || slot.anchor === undefined ? "" : ` <a href="#${slot.anchor}" id="${slot.anchor}"></a>`;
    text += markdown.slice(copied, slot.start) + written + anchor;
    copied = slot.end;
  }
  return text + markdown.slice(copied);
}

const buttonOpeningPattern = /^<(?:button\b|a\b[^>]*\bclass\s*=\s*["'][^"'>]*\bbutton\b)/i;

/** The role of a text that consists of an image or of buttons. */
function findRole({ text, held }: Segment): SegmentRole | undefined {
  if (!/^⟦1⟧[^⟦⟧]*⟦/.test(text) || !text.endsWith(`⟦${held.length}⟧`)) return undefined;
  if (held.length === 2 && held[0] === "![") return "alt text";
  return held.every((piece, at) =>
    at % 2 === 0 ? buttonOpeningPattern.test(piece) : /^<\/(?:a|button)\s*>/i.test(piece),
  )
    ? "button"
    : undefined;
}

/** Where a piece of inline text is that is translated as one, and the anchor it gives its heading. */
type Slot = Range & {
  readonly anchor?: string;
  /** Its lines without the marks in front of them, if these are not just spaces. */
  readonly source?: string;
  readonly role?: SegmentRole;
  /** An element, a tag or a comment, which has text only in attributes. */
  readonly isMarkup?: boolean;
};

const inlineElements: ReadonlySet<string> = new Set([
  ..."a abbr b bdi bdo br cite data del dfn em font i img ins mark q s small span strong sub sup time u wbr".split(" "),
  ...codeElements,
]);

/** Only one part of the expression matches a run of spaces: a line may have 5 MB of them. */
const tableRulePattern = /^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+(?:\|[ \t]*)?$/m;

const marksPattern = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$))*(?:\[[ xX]\][ \t]+)?/;

/** The role of a text inside an HTML element. */
const elementRoles: ReadonlyMap<string, SegmentRole> = new Map([
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, "heading"] as const),
  ...["td", "th"].map((name) => [name, "table cell"] as const),
  ...["figcaption", "caption"].map((name) => [name, "caption"] as const),
  ["li", "list item"],
  ["summary", "summary"],
  ["button", "button"],
]);

/** Most open elements tracked; deeper ones are treated as their parents. */
const maxDepth = 32;

/** Tracks the open elements that determine the role of their text. */
function enter(open: string[], name: string, closing: boolean): void {
  if (!elementRoles.has(name)) return;
  if (!closing) open.push(...(open.length < maxDepth ? [name] : []));
  else if (open.includes(name)) open.length = open.lastIndexOf(name);
}

function roleWithin(open: readonly string[]): { readonly role?: SegmentRole } {
  const role = elementRoles.get(open.at(-1) ?? "");
  return role === undefined ? {} : { role };
}

/** Blocks per step. */
const stepSize = 100;

/** Every piece of inline text of a page, in order; no code, comments or definitions. Linear. */
function* listSlots(markdown: string, blocks: readonly Block[]): WorkInSteps<Slot[]> {
  const slots: Slot[] = [];
  const title = findTitle(markdown);
  for (const [index, block] of blocks.entries()) {
    if (index % stepSize === 0) yield;
    if (block.kind === "heading") addHeading(block);
    else if (block.kind === "tag") add({ start: block.start, end: block.end });
    else if (block.kind === "html" && block.element === "markup") yield* addHtml(block);
    else if (block.kind === "text" && !block.isCode) addText(block);
  }
  return slots;

  function add(slot: Slot): void {
    const content = markdown.slice(slot.start, slot.end);
    const start = slot.start + content.length - content.trimStart().length;
    const end = slot.start + content.trimEnd().length;
    if (end > start) slots.push({ ...slot, start, end });
  }

  function addHeading(block: Block & { kind: "heading" }): void {
    const isTitle = title?.source === "heading" && title.start >= block.start && title.start < block.end;
    const own = block.words.end < lineEnd(block) || markdown.slice(block.start, block.words.start).includes("<a");
    add({ ...block.words, role: "heading", ...(isTitle || own ? {} : { anchor: block.anchor }) });
  }

  /** Where a heading's text ends if nothing follows its words. */
  function lineEnd({ words, end }: Block & { kind: "heading" }): number {
    const rest = /^(.*)/.exec(markdown.slice(words.end, end))?.[1] ?? "";
    return /[<{]/.test(rest) ? end : words.end;
  }

  function* addHtml({ start, end }: Range): WorkInSteps<void> {
    const source = markdown.slice(start, end);
    let from = 0;
    let code: string | undefined;
    const open: string[] = [];
    for (const token of yield* scanningInline(source)) {
      const role = roleWithin(open);
      if (token.kind === "element") {
        const name = token.name.toLowerCase();
        if (code === undefined) enter(open, name, token.closing);
        if (code === undefined && !token.closing && codeElements.has(name)) code = name;
        else if (code === name && token.closing) code = undefined;
      }
      const isBoundary =
        token.kind === "comment" ||
        token.kind === "tag" ||
        (token.kind === "element" && !inlineElements.has(token.name.toLowerCase()));
      if (code !== undefined || !isBoundary) continue;
      add({ start: start + from, end: start + token.start, ...role });
      add({ start: start + token.start, end: start + token.end, isMarkup: true });
      from = token.end;
    }
    add({ start: start + from, end, ...roleWithin(open) });
  }

  function addText(block: Range): void {
    const { textStart } = readDefinitions(markdown, block);
    const source = markdown.slice(textStart, block.end);
    if (/^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*>/m.test(source)) {
      for (const slot of quotedSlots(source, textStart)) add(slot);
      return;
    }
    if (/^[ \t]*\|/.test(source) || tableRulePattern.test(source)) {
      addRows(textStart, source);
      return;
    }
    const marks = marksPattern.exec(source)?.[0].length ?? 0;
    const role = /[-+*\d]/.test(source.slice(0, marks)) ? ({ role: "list item" } as const) : {};
    add({ start: textStart + marks, end: block.end, ...role });
  }

  function addRows(offset: number, source: string): void {
    for (const line of source.matchAll(/[^\r\n]+/g)) {
      if (tableRulePattern.test(line[0])) continue;
      for (const cell of line[0].matchAll(/(?:\\.|[^|\\])+/g)) {
        const start = offset + line.index + cell.index;
        add({ start, end: start + cell[0].length, role: "table cell" });
      }
    }
  }
}

const prefixPattern = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(?:>[ \t]?)*/;

/** Headings, items and the like inside a quotation begin a new text. */
const quotedMarksPattern = /^(?:#{1,6}[ \t]+|(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+/;

const standalonePattern = /^(?:\s*$|[|<]|\{%|[-*_=]{3,}\s*$)/;

/** Texts of a block with quotations: consecutive lines with the same marks are one text. */
function quotedSlots(source: string, offset: number): Slot[] {
  const slots: Slot[] = [];
  let fence: string | undefined;
  let last: { prefix: string; start: number; end: number; source: string } | undefined;
  const close = () => {
    if (last !== undefined) slots.push({ start: last.start, end: last.end, source: last.source.trimEnd() });
    last = undefined;
  };
  for (const line of source.matchAll(/[^\r\n]+/g)) {
    const prefix = prefixPattern.exec(line[0])?.[0] ?? "";
    const content = line[0].slice(prefix.length);
    const mark = /^(?:`{3,}|~{3,})/.exec(content)?.[0];
    const isCode = fence !== undefined || mark !== undefined || /^(?: {4}|\t)/.test(content);
    if (fence !== undefined) fence = mark?.startsWith(fence) ? undefined : fence;
    else fence = mark;
    const marks = quotedMarksPattern.exec(content)?.[0] ?? "";
    const start = offset + line.index + prefix.length + marks.length;
    const text = content.slice(marks.length);
    if (isCode || content.trim() === "") {
      close();
    } else if (content.startsWith("|")) {
      close();
      for (const cell of content.matchAll(/(?:\\.|[^|\\])+/g)) {
        const at = offset + line.index + prefix.length + cell.index;
        slots.push({ start: at, end: at + cell[0].length });
      }
    } else if (last !== undefined && marks === "" && prefix === last.prefix && !standalonePattern.test(text)) {
      last.end = start + text.length;
      last.source += `\n${text}`;
    } else {
      close();
      last = { prefix: prefix.replace(/[-+*]|\d{1,9}[.)]/g, " "), start, end: start + text.length, source: text };
      if (standalonePattern.test(text) || /^#/.test(marks)) close();
    }
  }
  close();
  return slots;
}

/** Attributes that readers see, and the role of each. */
const translatedNames: ReadonlyMap<string, SegmentRole> = new Map([
  ["alt", "alt text"],
  ["title", "title"],
  ["caption", "caption"],
  ["description", "description"],
  ["label", "label"],
  ["aria-label", "label"],
]);

/** Blocks whose title is the name of a file. */
const fileNamingPattern = /^\{%-?\s*code\b/;

type AttributeSlot = Range & { readonly segment: Segment };

/** Values of elements' and tags' attributes that readers read, in running text. */
function attributeSlots(source: string): AttributeSlot[] {
  if (!/[<{]/.test(source) || !source.includes("=")) return [];
  const slots: AttributeSlot[] = [];
  for (const token of scanInline(source)) {
    if (token.kind !== "tag" && (token.kind !== "element" || token.closing)) continue;
    if (fileNamingPattern.test(source.slice(token.start, token.end))) continue;
    const from = token.start + (token.kind === "tag" ? 2 : token.name.length + 1);
    const to = token.end - (token.kind === "tag" ? 2 : 1);
    for (const { name, valueStart: start, valueEnd: end } of listAttributes(source, from, to)) {
      const quote = source[start - 1];
      const role = translatedNames.get(name);
      if (role === undefined || (quote !== '"' && quote !== "'")) continue;
      const segment = { ...holdPlain(source.slice(start, end), quote === '"' ? "double" : "single"), role };
      if (hasWords(segment.text)) slots.push({ start, end, segment });
    }
  }
  return slots;
}

/** The same text with the values that `find` knows translations of. */
function withAttributes(source: string, find: (segment: Segment) => string | undefined): string {
  let text = "";
  let copied = 0;
  for (const { start, end, segment } of attributeSlots(source)) {
    const translation = find(segment);
    if (translation === undefined || translation === segment.text) continue;
    text += source.slice(copied, start) + release(translation, segment.held);
    copied = end;
  }
  return text + source.slice(copied);
}
