import { placeholder, type Segment } from "../../../../markdown/translation/segments.ts";
import { isDense } from "../page-segments.ts";
import type { TranslationResult } from "./provider.ts";

/** How a service learns what not to translate. */
export interface TagForm {
  /** Whether the text between two marks is wrapped, so that the service knows which words they apply to. */
  readonly wraps: boolean;
  empty(number: number): string;
  keepWord(word: string): string;
}

/**
 * A segment's text for services that preserve tags: `<x>` for placeholders, `<g>` around what two marks enclose, and
 * the glossary's terms in place of the original words.
 */
export function tagged({ text, held }: Segment, terms: Readonly<Record<string, string>>, form: TagForm): string {
  const { beginning, ending } = form.wraps ? findSpans(held) : noSpans;
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

const tagPattern = /<(\/?)\s*([xgk])\b((?:[^<>"]|"[^"]*")*)>/gi;

/** The most characters in a service's result for a text, including tags and entities. */
const computeMaxChars = ({ text, held }: Segment) => 1_000 + 8 * text.length + 100 * held.length;

/** Puts a segment's placeholders back in place of the tags in a result. Anything else that looks like a tag is text. */
export function readTagged(response: string, segment: Segment, open: (text: string) => string): TranslationResult {
  if (response.length > computeMaxChars(segment)) return { problem: "it is far longer than what it translates" };
  return { text: untagged(response, segment, open) };
}

function untagged(response: string, { text: source, held }: Segment, open: (text: string) => string): string {
  const spans = findSpans(held);
  const awaited: (number | undefined)[] = [];
  let text = "";
  let copied = 0;
  const put = (number: number | undefined) => {
    if (number !== undefined) text += placeholder(number - 1);
  };
  for (const match of response.matchAll(tagPattern)) {
    const [whole, slash, name, attributes = ""] = match;
    text += open(response.slice(copied, match.index));
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
  return tightened(text + open(response.slice(copied)), source, spans).trim();
}

/** Emphasis marks work only next to a word: spaces that a service moved inside are moved outside. */
function tightened(text: string, source: string, { beginning, ending }: Spans): string {
  // Texts at even positions, the placeholder numbers between them at odd ones.
  const pieces = text.split(/⟦(\d{1,4})⟧/);
  const positions = findMarkPositions(pieces);
  const sourcePieces = source.split(/⟦(\d{1,4})⟧/);
  const sourcePositions = findMarkPositions(sourcePieces);
  const around = (number: number) => {
    const at = sourcePositions.get(String(number)) ?? -1;
    return { before: sourcePieces[at - 1] ?? "", after: sourcePieces[at + 1] ?? "" };
  };
  for (const number of beginning.keys()) {
    const at = positions.get(String(number));
    if (at === undefined || !/^\s/.test(pieces[at + 1] ?? "") || around(number).after.startsWith(" ")) continue;
    pieces[at - 1] = `${pieces[at - 1]?.trimEnd()} `;
    pieces[at + 1] = (pieces[at + 1] ?? "").trimStart();
  }
  for (const number of ending.keys()) {
    const at = positions.get(String(number));
    if (at === undefined || !/\s$/.test(pieces[at - 1]?.slice(-1) ?? "") || around(number).before.endsWith(" "))
      continue;
    pieces[at - 1] = (pieces[at - 1] ?? "").trimEnd();
    pieces[at + 1] = ` ${pieces[at + 1]?.trimStart()}`;
  }
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : `⟦${piece}⟧`)).join("");
}

/** The first position of each number. */
function findMarkPositions(pieces: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (let at = 1; at < pieces.length; at += 2) {
    const number = pieces[at] ?? "";
    if (!positions.has(number)) positions.set(number, at);
  }
  return positions;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

export const unescaped = (text: string): string =>
  text.replace(/&(?:(lt|gt|quot|apos|amp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : whole;
  });

/** Text outside tags, with the glossary's terms in place of the original words. */
function withTerms(text: string, terms: Readonly<Record<string, string>>, { keepWord }: TagForm): string {
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
    result += escaped(text.slice(copied, match.index)) + keepWord(escaped(asWritten(term, match[0])));
    copied = match.index + match[0].length;
  }
  return result + escaped(text.slice(copied));
}

/** Capitalizes a term as the word that it replaces. */
const asWritten = (term: string, word: string): string =>
  /^\p{Lu}/u.test(word) && /^\p{Ll}/u.test(term) ? term.charAt(0).toUpperCase() + term.slice(1) : term;

/** The text between two placeholders, or between marks in them. */
interface Span {
  /** The placeholder, from 1, where it begins; undefined if an earlier span of the same placeholder begins there. */
  readonly opens: number | undefined;
  /** The same for where it ends. */
  readonly closes: number | undefined;
}

/** How placeholders enclose a segment's words: `**` and `**`, `[` and `](address)`, `<b>` and `</b>`. */
interface Spans {
  /** Names of the spans that begin at each placeholder. */
  readonly beginning: ReadonlyMap<number, readonly string[]>;
  /** How many spans end at each placeholder. */
  readonly ending: ReadonlyMap<number, number>;
  readonly named: ReadonlyMap<string, Span>;
}

const noSpans: Spans = { beginning: new Map(), ending: new Map(), named: new Map() };

const atomPattern = /\*+|_+|~~|!?\[|\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])?|<\/?[a-z][^<>]*>/giy;

/** Finds nested spans. A placeholder is used only if all of its marks find a partner. */
export function findSpans(held: readonly string[]): Spans {
  const pieces = held.map(parseAtoms);
  const open: { readonly piece: number; readonly closer: string }[] = [];
  /** For each placeholder, those that close its marks, one per mark. */
  const partners = new Map<number, number[]>();
  for (const [index, atoms] of pieces.entries()) {
    const piece = index + 1;
    const closes = atoms?.map(getMarkName) ?? [];
    const at = closes.length === 0 ? -1 : lastMatch(open, closes);
    if (at >= 0) {
      for (const { piece: opener } of open.slice(at, at + closes.length).reverse()) {
        addTo(partners, opener, piece);
      }
      open.length = at;
      continue;
    }
    const closers = atoms?.map(findCloser) ?? [];
    for (const closer of closers.includes(undefined) ? [] : closers) open.push({ piece, closer: closer ?? "" });
  }
  dropHalves(partners, pieces);
  return named(partners);
}

/** The most open marks searched for one that closes: a text may open thousands and close none. */
const maxOpen = 200;

/** Where the innermost open marks begin that these close, innermost first. */
function lastMatch(open: readonly { readonly closer: string }[], closes: readonly string[]): number {
  const last = Math.max(0, open.length - closes.length - maxOpen);
  for (let at = open.length - closes.length; at >= last; at -= 1) {
    if (closes.every((closer, index) => open[at + closes.length - 1 - index]?.closer === closer)) return at;
  }
  return -1;
}

/** Drops placeholders of which only some marks found a partner, and their partners. */
function dropHalves(partners: Map<number, number[]>, pieces: readonly (readonly string[] | undefined)[]): void {
  const openersByCloser = new Map<number, number[]>();
  for (const [opener, closers] of partners) for (const closer of closers) addTo(openersByCloser, closer, opener);
  const isHalf = ([piece, others]: readonly [number, readonly number[]]) => pieces[piece - 1]?.length !== others.length;
  const halfClosers = [...openersByCloser].filter(isHalf);
  const broken = new Set(halfClosers.map(([closer]) => closer));
  const dropped = [...[...partners].filter(isHalf).map(([opener]) => opener), ...halfClosers.flatMap(([, of]) => of)];
  for (let opener = dropped.pop(); opener !== undefined; opener = dropped.pop()) {
    const closers = partners.get(opener) ?? [];
    partners.delete(opener);
    for (const closer of closers) {
      if (broken.has(closer)) continue;
      broken.add(closer);
      for (const other of openersByCloser.get(closer) ?? []) dropped.push(other);
    }
  }
}

function addTo(lists: Map<number, number[]>, name: number, one: number): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [one]);
  else list.push(one);
}

/** `partners` lists what closes a placeholder's marks, starting with the innermost, which is the last one. */
function named(partners: ReadonlyMap<number, readonly number[]>): Spans {
  const beginning = new Map<number, string[]>();
  const ending = new Map<number, number>();
  const spans = new Map<string, Span>();
  for (const [opener, closers] of partners) {
    const names = closers.map((_, index) => (index === 0 ? `${opener}` : `${opener}-${index + 1}`));
    beginning.set(opener, names);
    for (const [index, closer] of [...closers].reverse().entries()) {
      ending.set(closer, (ending.get(closer) ?? 0) + 1);
      spans.set(names[index] ?? "", { opens: index === 0 ? opener : undefined, closes: closer });
    }
  }
  return { beginning, ending, named: onlyOutermost(spans) };
}

/** If several spans end at one placeholder, keeps the outermost, which began first. */
function onlyOutermost(spans: ReadonlyMap<string, Span>): ReadonlyMap<string, Span> {
  const outermost = new Map<number, string>();
  const order = [...spans.keys()].sort(
    (left, right) => Number.parseFloat(left.replace("-", ".")) - Number.parseFloat(right.replace("-", ".")),
  );
  for (const name of order) {
    const closer = spans.get(name)?.closes ?? 0;
    if (!outermost.has(closer)) outermost.set(closer, name);
  }
  return new Map(
    [...spans].map(([name, { opens, closes }]) => [
      name,
      { opens, closes: closes !== undefined && outermost.get(closes) === name ? closes : undefined },
    ]),
  );
}

/** The opening and closing marks in a placeholder, in order; undefined if it contains anything else. */
function parseAtoms(piece: string): string[] | undefined {
  const atoms: string[] = [];
  atomPattern.lastIndex = 0;
  for (let at = 0; at < piece.length; at = atomPattern.lastIndex) {
    const match = atomPattern.exec(piece);
    if (match === null) return undefined;
    atoms.push(match[0]);
  }
  return atoms;
}

/** What closes a mark; undefined for one that opens nothing. */
function findCloser(atom: string): string | undefined {
  if (atom.endsWith("[")) return "]";
  if (atom.startsWith("]") || atom.startsWith("</") || atom.endsWith("/>")) return undefined;
  return atom.startsWith("<") ? getMarkName(`</${atom.slice(1)}`) : atom;
}

/** The name by which a mark finds its closing one. */
const getMarkName = (atom: string): string =>
  atom.startsWith("]") ? "]" : atom.startsWith("</") ? `</${/[a-z][a-z\d-]*/i.exec(atom)?.[0].toLowerCase()}>` : atom;
