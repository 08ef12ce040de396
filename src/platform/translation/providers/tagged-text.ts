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
  // Texts at even places, the numbers of the placeholders between them at odd ones.
  const pieces = text.split(/⟦(\d{1,4})⟧/);
  const places = placesOfMarks(pieces);
  const askedPieces = asked.split(/⟦(\d{1,4})⟧/);
  const askedPlaces = placesOfMarks(askedPieces);
  const around = (number: number) => {
    const at = askedPlaces.get(String(number)) ?? -1;
    return { before: askedPieces[at - 1] ?? "", after: askedPieces[at + 1] ?? "" };
  };
  for (const number of beginning.keys()) {
    const at = places.get(String(number));
    if (at === undefined || !/^\s/.test(pieces[at + 1] ?? "") || around(number).after.startsWith(" ")) continue;
    pieces[at - 1] = `${pieces[at - 1]?.trimEnd()} `;
    pieces[at + 1] = (pieces[at + 1] ?? "").trimStart();
  }
  for (const number of ending.keys()) {
    const at = places.get(String(number));
    if (at === undefined || !/\s$/.test(pieces[at - 1]?.slice(-1) ?? "") || around(number).before.endsWith(" "))
      continue;
    pieces[at - 1] = (pieces[at - 1] ?? "").trimEnd();
    pieces[at + 1] = ` ${pieces[at + 1]?.trimStart()}`;
  }
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : `⟦${piece}⟧`)).join("");
}

/** Where each number stands first. */
function placesOfMarks(pieces: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let at = 1; at < pieces.length; at += 2) {
    const number = pieces[at] ?? "";
    if (!places.has(number)) places.set(number, at);
  }
  return places;
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
