import { type Block, scanBlocks } from "../blocks.ts";
import { readDefinitions } from "../definitions.ts";
import { scanInline } from "../inline.ts";
import { readListMarker, shapeLine } from "../line-shape.ts";
import type { Range } from "../range.ts";
import { titleOf } from "../title.ts";
import { CODE_ELEMENTS } from "./hold.ts";
import { quotedSlots } from "./quoted-slots.ts";
import type { SegmentRole } from "./segment.ts";

/** Where running text stands that is translated as one, and the anchor it gives its heading. */
export type Slot = Range & {
  readonly anchor?: string;
  /** Its lines without the marks in front of them, where these are not spaces alone. */
  readonly source?: string;
  readonly role?: SegmentRole;
};

const INLINE: ReadonlySet<string> = new Set([
  ..."a abbr b bdi bdo br cite data del dfn em font i img ins mark q s small span strong sub sup time u wbr".split(" "),
  ...CODE_ELEMENTS,
]);
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/m;
const MARKS = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$))*(?:\[[ xX]\][ \t]+)?/;

/** What a text inside an HTML element is. */
const elementRoles: ReadonlyMap<string, SegmentRole> = new Map([
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, "heading"] as const),
  ...["td", "th"].map((name) => [name, "table cell"] as const),
  ...["figcaption", "caption"].map((name) => [name, "caption"] as const),
  ["li", "list item"],
  ["summary", "summary"],
  ["button", "button"],
]);

/** Elements kept account of; what is opened deeper is taken for what is around it. */
const deepest = 32;

/** Keeps account of the open elements that say what their text is. */
function enter(open: string[], name: string, closing: boolean): void {
  if (!elementRoles.has(name)) return;
  if (!closing) open.push(...(open.length < deepest ? [name] : []));
  else if (open.includes(name)) open.length = open.lastIndexOf(name);
}

function roleWithin(open: readonly string[]): { readonly role?: SegmentRole } {
  const role = elementRoles.get(open.at(-1) ?? "");
  return role === undefined ? {} : { role };
}

/** Labels that definitions on the page give. */
export function labelsOf(markdown: string, blocks: readonly Block[]): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const block of blocks) {
    if (block.kind !== "text") continue;
    for (const { label } of readDefinitions(markdown, block).definitions) labels.add(label);
  }
  return labels;
}

/** Every piece of running text of a page, in order; no code, no comments, no definitions. Linear. */
export function listSlots(markdown: string, blocks: readonly Block[] = scanBlocks(markdown)): Slot[] {
  const slots: Slot[] = [];
  const title = titleOf(markdown);
  /** Indents of the open lists' items: more than three columns past the last is code. */
  const lists: number[] = [];
  for (const block of blocks) {
    if (block.kind === "heading") addHeading(block);
    else if (block.kind === "tag") add({ start: block.start, end: block.end });
    else if (block.kind === "html" && block.element === "markup") addHtml(block);
    else if (block.kind === "text" && !isCode(block)) addText(block);
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

  /** Where a heading's text ends when nothing was written behind its words. */
  function lineEnd({ words, end }: Block & { kind: "heading" }): number {
    const rest = /^(.*)/.exec(markdown.slice(words.end, end))?.[1] ?? "";
    return /[<{]/.test(rest) ? end : words.end;
  }

  function isCode({ start }: Range): boolean {
    const line = shapeLine(markdown, start);
    while (lists.length > 0 && (lists.at(-1) ?? 0) > line.indent) lists.pop();
    if (line.indent - (lists.at(-1) ?? 0) >= 4) return true;
    const marker = readListMarker(markdown, line);
    if (marker !== undefined) lists.push(marker.contentIndent);
    return false;
  }

  function addHtml({ start, end }: Range): void {
    const source = markdown.slice(start, end);
    let from = 0;
    let code: string | undefined;
    const open: string[] = [];
    for (const token of scanInline(source)) {
      const role = roleWithin(open);
      if (token.kind === "element") {
        const name = token.name.toLowerCase();
        if (code === undefined) enter(open, name, token.closing);
        if (code === undefined && !token.closing && CODE_ELEMENTS.has(name)) code = name;
        else if (code === name && token.closing) code = undefined;
      }
      const isBoundary =
        token.kind === "comment" ||
        token.kind === "tag" ||
        (token.kind === "element" && !INLINE.has(token.name.toLowerCase()));
      if (code !== undefined || !isBoundary) continue;
      add({ start: start + from, end: start + token.start, ...role });
      add({ start: start + token.start, end: start + token.end });
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
    if (/^[ \t]*\|/.test(source) || TABLE_RULE.test(source)) {
      addRows(textStart, source);
      return;
    }
    const marks = MARKS.exec(source)?.[0].length ?? 0;
    const role = /[-+*\d]/.test(source.slice(0, marks)) ? ({ role: "list item" } as const) : {};
    add({ start: textStart + marks, end: block.end, ...role });
  }

  function addRows(offset: number, source: string): void {
    for (const line of source.matchAll(/[^\r\n]+/g)) {
      if (TABLE_RULE.test(line[0])) continue;
      for (const cell of line[0].matchAll(/(?:\\.|[^|\\])+/g)) {
        const start = offset + line.index + cell.index;
        add({ start, end: start + cell[0].length, role: "table cell" });
      }
    }
  }
}
