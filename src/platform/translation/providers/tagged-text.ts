import { placeholder, type Segment } from "../../../text/translation/segment.ts";
import { isDense } from "../terms.ts";
import type { Answer } from "./provider.ts";
import { noSpans, type Spans, spansOf } from "./spans.ts";

/** How a service is told what it must not translate. */
export interface TagForm {
  /** Whether what stands between two marks is wrapped, so that a service sees which words they are of. */
  readonly wraps: boolean;
  empty(number: number): string;
  kept(word: string): string;
}

/**
 * A segment's text for services that keep tags: `<x>` for what is held, `<g>` around what two marks enclose, and the
 * glossary's terms in place of the words they are for.
 */
export function tagged({ text, held }: Segment, terms: Readonly<Record<string, string>>, form: TagForm): string {
  const { beginning, ending } = form.wraps ? spansOf(held) : noSpans;
  return text
    .split(/(⟦\d{1,4}⟧)/)
    .map((piece, index) => {
      if (index % 2 === 0) return withTerms(piece, terms, form);
      const number = Number(piece.slice(1, -1));
      const names = beginning.get(number);
      if (names !== undefined) return names.map((name) => `<g id="${name}">`).join("");
      return ending.has(number) ? "</g>".repeat(ending.get(number) ?? 0) : form.empty(number);
    })
    .join("");
}

const TAG = /<(\/?)\s*([xgk])\b((?:[^<>"]|"[^"]*")*)>/gi;
/** What a service may make of a text, tags and entities included. */
const mostCharacters = ({ text, held }: Segment) => 1_000 + 8 * text.length + 100 * held.length;

/** What a service answered with the segment's placeholders in place of the tags. What else looks like a tag stays text. */
export function readTagged(answer: string, segment: Segment, open: (text: string) => string): Answer {
  if (answer.length > mostCharacters(segment)) return { problem: "it is far longer than what it translates" };
  return { text: untagged(answer, segment, open) };
}

function untagged(answer: string, { text: asked, held }: Segment, open: (text: string) => string): string {
  const spans = spansOf(held);
  const awaited: (number | undefined)[] = [];
  let text = "";
  let copied = 0;
  const put = (number: number | undefined) => {
    if (number !== undefined) text += placeholder(number - 1);
  };
  for (const match of answer.matchAll(TAG)) {
    const [whole, slash, name, attributes = ""] = match;
    text += open(answer.slice(copied, match.index));
    copied = match.index + whole.length;
    const id = /\bid\s*=\s*["']?(\d{1,4}(?:-\d)?)/i.exec(attributes)?.[1] ?? "";
    if (name?.toLowerCase() === "x" && slash === "" && id !== "") put(Number(id));
    if (name?.toLowerCase() !== "g") continue;
    const span = spans.named.get(id);
    if (slash === "") {
      put(span?.opens);
      awaited.push(span?.closes);
    }
    if (slash !== "" || attributes.trimEnd().endsWith("/")) put(awaited.pop());
  }
  return tightened(text + open(answer.slice(copied)), asked, spans).trim();
}

/** Marks of emphasis only work next to a word: spaces that a service drew inside go outside. */
function tightened(text: string, asked: string, { beginning, ending }: Spans): string {
  let tight = text;
  for (const number of beginning.keys()) {
    const mark = placeholder(number - 1);
    if (!asked.includes(`${mark} `)) tight = tight.replace(new RegExp(`(?<!\\s)\\s*${mark}\\s+`), ` ${mark}`);
  }
  for (const number of ending.keys()) {
    const mark = placeholder(number - 1);
    if (!asked.includes(` ${mark}`)) tight = tight.replace(new RegExp(`(?<!\\s)\\s+${mark}\\s*`), `${mark} `);
  }
  return tight;
}

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
export const unescaped = (text: string): string =>
  text.replace(/&(?:(lt|gt|quot|apos|amp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : whole;
  });

/** Text outside tags, with the glossary's words in place of those they are for. */
function withTerms(text: string, terms: Readonly<Record<string, string>>, { kept }: TagForm): string {
  const words = Object.keys(terms).sort((left, right) => right.length - left.length);
  if (words.length === 0 || text === "") return escaped(text);
  const wanted = new Map(Object.entries(terms).map(([word, term]) => [word.toLowerCase(), term]));
  const pattern = words
    .map((word) => {
      const literal = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return isDense(word) ? literal : `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`;
    })
    .join("|");
  let result = "";
  let copied = 0;
  for (const match of text.matchAll(new RegExp(pattern, "giu"))) {
    const term = wanted.get(match[0].toLowerCase());
    if (term === undefined) continue;
    result += escaped(text.slice(copied, match.index)) + kept(escaped(asWritten(term, match[0])));
    copied = match.index + match[0].length;
  }
  return result + escaped(text.slice(copied));
}

/** A term that begins a sentence or a title as the word there does. */
const asWritten = (term: string, word: string): string =>
  /^\p{Lu}/u.test(word) && /^\p{Ll}/u.test(term) ? term.charAt(0).toUpperCase() + term.slice(1) : term;
