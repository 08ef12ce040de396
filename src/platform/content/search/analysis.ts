import { fold, type SpeltWords, type Word, wordAt } from "./word-forms.ts";

/** `last` is a single character that ends a run and is also in the pair before it. `only` is a run of one character. */
type RunPosition = "pair" | "last" | "only";

interface VisitText {
  word(word: Word, start: number, end: number): void;
  /** Whether to skip a word; `joined` if it contains joiners. */
  skips?(start: number, end: number, joined: boolean): boolean;
  /** Whether to skip characters that begin with this one and are not followed by a mark. */
  skipsCharacters?(unit: number): boolean;
  /** One or two adjacent characters, folded, of a script without word spaces. */
  characters(folded: string, start: number, end: number, position: RunPosition): void;
}

/** Reads a text the way search does, from start to end. */
export function visitText(text: string, visitor: VisitText): void {
  visitWords(text, (start, end, kind) => {
    if (kind === "characters") visitPairs(text, start, end, visitor);
    else if (!visitor.skips?.(start, end, kind === "joined")) visitor.word(wordAt(text, start, end), start, end);
  });
}

/**
 * The terms under which a text is indexed, in text order: stems, and for a compound both the whole and its parts. Adds
 * its words to `spelt`.
 */
export function indexTerms(text: string, spelt?: SpeltWords): string[] {
  const terms: string[] = [];
  visitText(text, {
    word(word) {
      for (let index = 0; index < word.terms.length; index += 1) terms.push(word.terms[index] ?? "");
      spelt?.add(word);
    },
    characters: (folded) => terms.push(folded),
  });
  return terms;
}

function visitPairs(text: string, start: number, end: number, visitor: VisitText): void {
  const characters = listCharacters(text, start, end);
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    const pairEnd = (next ?? character).end;
    const position = next !== undefined ? "pair" : index === 0 ? "only" : "last";
    const bare = character.end === character.start + 1;
    if (bare && visitor.skipsCharacters?.(text.charCodeAt(character.start))) continue;
    visitor.characters(fold(text.slice(character.start, pairEnd)), character.start, pairEnd, position);
  }
}

/**
 * A run of text that search treats as a unit: a word with its joiners, or characters of a script without word spaces. A
 * plain word has no joiners.
 */
type VisitWord = (start: number, end: number, kind: "plain" | "joined" | "characters") => void;

const separatorClass = 1;

const letterClass = 2;

/** Belongs to the word before it, and never begins a word. */
const markClass = 3;

/** In a script that does not separate words with spaces, or attaches particles to them. */
const unsegmentedClass = 4;

const letterPattern = /[\p{L}\p{N}]/u;

const markPattern = /[\p{M}\u00ad\u200c\u200d]/u;

const unsegmentedPattern =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

const underscoreUnit = 0x5f;

const commaUnit = 0x2c;

/** Full stop, hyphens and apostrophes. */
const singleJoiners: ReadonlySet<number> = new Set([0x2e, 0x2d, 0x2010, 0x2011, 0x27, 0x2019]);

/** A longer word ends at its next joiner, so that an endless `a.b.c…` stays cheap. */
const maxJoinedLength = 64;

/** Class of every UTF-16 unit looked up so far; 0 means not yet. */
const classes = new Uint8Array(0x10000);

/** Visits the words of a text from its start to its end. */
function visitWords(text: string, visit: VisitWord): void {
  let at = 0;
  while (at < text.length) {
    const start = at;
    const kind = classAt(text, start);
    if (kind === unsegmentedClass) {
      at = endOfCharacters(text, start);
      visit(start, at, "characters");
    } else if (kind === letterClass) {
      at = endOfLetters(text, start);
      const end = endOfJoined(text, start, at);
      visit(start, end, end === at ? "plain" : "joined");
      at = end;
    } else {
      at += widthAt(text, at);
    }
  }
}

/** The characters of a run, each with the marks that follow it. */
function listCharacters(text: string, start: number, end: number): { start: number; end: number }[] {
  const characters: { start: number; end: number }[] = [];
  for (let at = start; at < end; ) {
    const next = at + widthAt(text, at);
    const last = characters.at(-1);
    if (last !== undefined && classAt(text, at) === markClass) last.end = next;
    else characters.push({ start: at, end: next });
    at = next;
  }
  return characters;
}

function endOfCharacters(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const kind = classAt(text, at);
    if (kind !== unsegmentedClass && kind !== markClass) break;
    at += widthAt(text, at);
  }
  return at;
}

function endOfLetters(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    if (classes[text.charCodeAt(at)] === letterClass) {
      at += 1;
      continue;
    }
    const kind = classAt(text, at);
    if (kind !== letterClass && kind !== markClass) break;
    at += widthAt(text, at);
  }
  return at;
}

function endOfJoined(text: string, start: number, firstEnd: number): number {
  let end = firstEnd;
  while (end < text.length && end - start < maxJoinedLength) {
    const next = afterJoiner(text, end);
    if (next === end) break;
    end = endOfLetters(text, next);
  }
  return end;
}

/** Where the word continues after the joiner at `at`, or `at` if it ends there. */
function afterJoiner(text: string, at: number): number {
  const joiner = text.charCodeAt(at);
  let next = at + 1;
  if (joiner === underscoreUnit) while (text.charCodeAt(next) === underscoreUnit) next += 1;
  else if (joiner === commaUnit) return isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(next)) ? next : at;
  else if (!singleJoiners.has(joiner)) return at;
  return next < text.length && classAt(text, next) === letterClass ? next : at;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = classes[unit];
  if (known) return known;
  if (widthAt(text, at) === 2) return classify(text.slice(at, at + 2));
  const kind = classify(text.charAt(at));
  // Half a surrogate pair says nothing about other pairs with that half.
  if (unit < 0xd800 || unit > 0xdfff) classes[unit] = kind;
  return kind;
}

function classify(character: string): number {
  if (letterPattern.test(character)) return unsegmentedPattern.test(character) ? unsegmentedClass : letterClass;
  return markPattern.test(character) ? markClass : separatorClass;
}

function widthAt(text: string, at: number): 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}
