import { listAttributes } from "./attributes.ts";
import { type Range, trimRange } from "./range.ts";

/** A heading's words, and the anchor written into it, if any. */
export interface HeadingText {
  words: Range;
  anchor?: string;
}

const LEADING_ANCHOR = /^<a\s[^<>]*>\s*<\/a>/i;
const WHOLE_ANCHOR = /^<a\s[^<>]*>\s*<\/a>$/i;

/** Takes `{#anchor}` or an empty `<a id="anchor"></a>` off either end of a heading's content. */
export function readHeadingText(markdown: string, start: number, end: number): HeadingText {
  let words = trimRange(markdown, { start, end });
  let anchor: string | undefined;
  const content = markdown.slice(words.start, words.end);
  const brace = content.endsWith("}") ? content.lastIndexOf("{#") : -1;
  if (brace !== -1 && /^[^\s{}]+$/.test(content.slice(brace + 2, -1))) {
    anchor = content.slice(brace + 2, -1);
    words = { start: words.start, end: words.start + brace };
  } else if (/<\/a>$/i.test(content.slice(-4))) {
    const last = Math.max(content.lastIndexOf("<a "), content.lastIndexOf("<A "));
    const element = last === -1 ? "" : content.slice(last);
    if (WHOLE_ANCHOR.test(element)) {
      anchor = idOf(element);
      words = { start: words.start, end: words.start + last };
    }
  }
  const leading = LEADING_ANCHOR.exec(markdown.slice(words.start, words.end))?.[0];
  if (leading !== undefined) {
    anchor ??= idOf(leading);
    words = { start: words.start + leading.length, end: words.end };
  }
  const trimmed = trimRange(markdown, words);
  return anchor === undefined ? { words: trimmed } : { words: trimmed, anchor };
}

function idOf(element: string): string | undefined {
  const attribute = listAttributes(element, 2, element.indexOf(">")).find(
    ({ name }) => name === "id" || name === "name",
  );
  const id = attribute && element.slice(attribute.valueStart, attribute.valueEnd).trim();
  return id === "" ? undefined : id;
}

/** Anchor of a title: lower case, letters and digits of any script, dashes for spaces and never two in a row. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]+/gu, "")
    .replace(/[\s-]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Hands out each anchor once: the second `install` becomes `install-1`. Anchors written by hand are never changed. */
export class AnchorRegister {
  readonly #taken: Set<string>;
  readonly #latest = new Map<string, number>();

  constructor(written: Iterable<string>) {
    this.#taken = new Set(written);
  }

  claim(title: string): string {
    const base = anchorOf(title) || "section";
    let anchor = base;
    let suffix = this.#latest.get(base) ?? 0;
    while (this.#taken.has(anchor)) {
      suffix += 1;
      anchor = `${base}-${suffix}`;
    }
    this.#latest.set(base, suffix);
    this.#taken.add(anchor);
    return anchor;
  }
}
