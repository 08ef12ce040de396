import { listAttributes } from "../attributes.ts";
import { scanInline } from "../inline.ts";
import type { Range } from "../range.ts";
import { holdPlain } from "./hold.ts";
import { hasWords, release, type Segment, type SegmentRole } from "./segment.ts";

/** Attributes that readers read, and what each is. */
const TRANSLATED: ReadonlyMap<string, SegmentRole> = new Map([
  ["alt", "alt text"],
  ["title", "title"],
  ["caption", "caption"],
  ["description", "description"],
  ["label", "label"],
  ["aria-label", "label"],
]);
/** Blocks whose title is the name of a file. */
const NAMES_FILES = /^\{%-?\s*code\b/;

type AttributeSlot = Range & { readonly segment: Segment };

/** Values of elements' and tags' attributes that readers read, in running text. */
function attributeSlots(source: string): AttributeSlot[] {
  if (!/[<{]/.test(source)) return [];
  const slots: AttributeSlot[] = [];
  for (const token of scanInline(source)) {
    if (token.kind !== "tag" && (token.kind !== "element" || token.closing)) continue;
    if (NAMES_FILES.test(source.slice(token.start, token.end))) continue;
    const from = token.start + (token.kind === "tag" ? 2 : token.name.length + 1);
    const to = token.end - (token.kind === "tag" ? 2 : 1);
    for (const { name, valueStart: start, valueEnd: end } of listAttributes(source, from, to)) {
      const quote = source[start - 1];
      const role = TRANSLATED.get(name);
      if (role === undefined || (quote !== '"' && quote !== "'")) continue;
      const segment = { ...holdPlain(source.slice(start, end), quote === '"' ? "double" : "single"), role };
      if (hasWords(segment.text)) slots.push({ start, end, segment });
    }
  }
  return slots;
}

/** The same text with the values that `find` knows translations of. */
export function withAttributes(source: string, find: (segment: Segment) => string | undefined): string {
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
