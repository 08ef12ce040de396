import type { Slot } from "./slots.ts";

const PREFIX = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(?:>[ \t]?)*/;
/** Headings, items and the like inside a quotation begin a text of their own. */
const MARKS = /^(?:#{1,6}[ \t]+|(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+/;
const STANDS_ALONE = /^(?:\s*$|[|<]|\{%|[-*_=]{3,}\s*$)/;

/** Texts of a block with quotations: lines that follow each other behind the same marks are one. */
export function quotedSlots(source: string, offset: number): Slot[] {
  const slots: Slot[] = [];
  let fence: string | undefined;
  let last: { prefix: string; start: number; end: number; source: string } | undefined;
  const close = () => {
    if (last !== undefined) slots.push({ start: last.start, end: last.end, source: last.source.trimEnd() });
    last = undefined;
  };
  for (const line of source.matchAll(/[^\r\n]+/g)) {
    const prefix = PREFIX.exec(line[0])?.[0] ?? "";
    const content = line[0].slice(prefix.length);
    const mark = /^(?:`{3,}|~{3,})/.exec(content)?.[0];
    const isCode = fence !== undefined || mark !== undefined || /^(?: {4}|\t)/.test(content);
    if (fence !== undefined) fence = mark?.startsWith(fence) ? undefined : fence;
    else fence = mark;
    const marks = MARKS.exec(content)?.[0] ?? "";
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
    } else if (last !== undefined && marks === "" && prefix === last.prefix && !STANDS_ALONE.test(text)) {
      last.end = start + text.length;
      last.source += `\n${text}`;
    } else {
      close();
      last = { prefix: prefix.replace(/[-+*]|\d{1,9}[.)]/g, " "), start, end: start + text.length, source: text };
      if (STANDS_ALONE.test(text) || /^#/.test(marks)) close();
    }
  }
  close();
  return slots;
}
