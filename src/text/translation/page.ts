import { scanBlocks } from "../blocks.ts";
import { withAttributes } from "./attributes.ts";
import { holdText } from "./hold.ts";
import { hasWords, release, type Segment, type SegmentRole } from "./segment.ts";
import { labelsOf, listSlots } from "./slots.ts";

type Find = (segment: Segment) => string | undefined;

/** What of a page's Markdown is translated, in order. Front matter is not: it stands for members of the page. */
export function segmentsOf(markdown: string): Segment[] {
  const found: Segment[] = [];
  walk(markdown, (segment) => {
    found.push(segment);
    return undefined;
  });
  return found;
}

/**
 * The page with its segments translated; one that `find` has nothing for stays. A heading keeps its anchor, so that
 * links to it still arrive. What is not translated keeps its bytes.
 */
export function translatePage(markdown: string, find: Find): string {
  return walk(markdown, find);
}

function walk(markdown: string, find: Find): string {
  const blocks = scanBlocks(markdown);
  const labels = labelsOf(markdown, blocks);
  let text = "";
  let copied = 0;
  for (const slot of listSlots(markdown, blocks)) {
    const raw = markdown.slice(slot.start, slot.end);
    const whole = holdText(slot.source ?? raw, labels);
    const role = roleOf(whole) ?? slot.role;
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

const OPENS_BUTTON = /^<(?:button\b|a\b[^>]*\bclass\s*=\s*["'][^"'>]*\bbutton\b)/i;

/** What a text is that is an image or buttons and nothing else. */
function roleOf({ text, held }: Segment): SegmentRole | undefined {
  if (!/^⟦1⟧[^⟦⟧]*⟦/.test(text) || !text.endsWith(`⟦${held.length}⟧`)) return undefined;
  if (held.length === 2 && held[0] === "![") return "alt text";
  return held.every((piece, at) => (at % 2 === 0 ? OPENS_BUTTON.test(piece) : /^<\/(?:a|button)\s*>/i.test(piece)))
    ? "button"
    : undefined;
}
