import { functionWords } from "../../../markdown/text/words.ts";
import { visitText } from "./analysis.ts";
import { computeStem, fold, type Word, type WordForm } from "./word-forms.ts";

/** A single thing to find in a text: a word, a part of a compound, or characters of a script without word spaces. */
export interface QueryTerm extends WordForm {
  /** The word may continue: it was the last one and no space followed. */
  unfinished: boolean;
}

export interface QueryWord {
  /** The whole of a compound: `getuserbyid`. */
  whole: QueryTerm;
  /** The whole itself, or the parts of a compound. */
  terms: readonly QueryTerm[];
  compound: boolean;
  /** Stems of words that an unfinished word may become, if they do not begin with it. */
  possibleStems: readonly string[];
  /** Alternatives that also count as the word, but less. */
  spellings: readonly WordForm[];
  /** It was between quotation marks. */
  exact: boolean;
  /** A function word among others: it counts if present, but is not required. */
  optional: boolean;
}

const maxQueryLength = 512;

const maxTerms = 16;

/** A query as words to find; empty if it has none. Only letters and digits matter. */
export function readQuery(text: string): QueryWord[] {
  const typed = text.slice(0, maxQueryLength);
  const quoted = readQuoted(typed);
  const isQuoted = (at: number) => quoted.some(({ start, end }) => at >= start && at < end);
  const words: QueryWord[] = [];
  let remainingTerms = maxTerms;
  visitText(typed, {
    word(word, start, end) {
      if (word.folded !== "") add(wordQuery(word, end === typed.length, isQuoted(start)));
    },
    characters(folded, start, _end, position) {
      const term = { folded, stem: folded, unfinished: position === "only" };
      if (position === "last") return;
      const exact = isQuoted(start);
      add({ whole: term, terms: [term], compound: false, possibleStems: [], spellings: [], exact, optional: false });
    },
  });
  return withOptional(words);

  function add(word: QueryWord): void {
    const terms = word.terms.slice(0, remainingTerms);
    if (terms.length === 0 || words.some((known) => isSame(known.whole, word.whole))) return;
    remainingTerms -= terms.length;
    words.push({ ...word, terms });
  }
}

function wordQuery({ folded, stem, parts }: Word, unfinished: boolean, exact: boolean): QueryWord {
  const whole = { folded, stem, unfinished };
  const terms = parts.map((part, index) => ({ ...part, unfinished: unfinished && index === parts.length - 1 }));
  return {
    whole,
    terms: terms.length > 0 ? terms : [whole],
    compound: terms.length > 0,
    possibleStems: unfinished ? possibleStems(folded) : [],
    spellings: exact ? [] : otherSpellings(whole),
    exact,
    optional: false,
  };
}

function isSame(one: QueryTerm, other: QueryTerm): boolean {
  return one.folded === other.folded && one.unfinished === other.unfinished;
}

function withOptional(words: readonly QueryWord[]): QueryWord[] {
  const marked = words.map((word) => ({ ...word, optional: !word.compound && functionWords.has(word.whole.folded) }));
  return marked.every(({ optional }) => optional) ? [...words] : marked;
}

/** Quoted words: they must be consecutive and exactly as written. */
export interface Quoted {
  /** Offsets of the text between the quotation marks. */
  start: number;
  end: number;
  /** The terms that the engine must find in sequence. */
  terms: readonly string[];
  /** The quoted text as `plain` normalizes it. */
  text: string;
}

const closingQuotes: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“", "«": "»", "「": "」" };

const unsegmentedPattern =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** The quoted parts of a query. An unpaired quotation mark is ignored. */
export function readQuoted(query: string): Quoted[] {
  const found: Quoted[] = [];
  for (let at = 0; at < query.length; at += 1) {
    const closing = closingQuotes[query.charAt(at)];
    if (closing === undefined) continue;
    const end = query.indexOf(closing, at + 1);
    if (end === -1) continue;
    const inner = query.slice(at + 1, end);
    const terms = extractTerms(inner);
    if (terms.length > 0) found.push({ start: at + 1, end, terms, text: plain(inner) });
    at = end;
  }
  return found;
}

/** Whether a text contains the words as written, ignoring case, diacritics and punctuation between them. */
export function holds(text: string, { text: wanted }: Quoted): boolean {
  const where = plain(text);
  const before = unsegmentedPattern.test(wanted.charAt(1)) ? 1 : 0;
  const after = unsegmentedPattern.test(wanted.charAt(wanted.length - 2)) ? 1 : 0;
  return where.includes(wanted.slice(before, wanted.length - after));
}

/** Only letters and digits, folded, with one space before, between and after the words. */
function plain(text: string): string {
  return ` ${fold(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim()} `;
}

function extractTerms(text: string): string[] {
  const terms: string[] = [];
  visitText(text, {
    word: (word) => terms.push(...word.terms),
    // The last character of a longer run is also in the pair before it, so on its own it adds nothing.
    characters(folded, _start, _end, position) {
      if (position === "pair") terms.push(folded);
    },
  });
  return terms;
}

/** Words that documentation abbreviates in some places and spells out in others. */
const synonymGroups = [
  "admin administrator",
  "app application",
  "arg argument",
  "async asynchronous",
  "auth authentication authorization",
  "config configuration",
  "db database",
  "delete remove",
  "dependency dep",
  "dev development",
  "diff difference",
  "dir directory folder",
  "doc documentation",
  "env environment",
  "func function",
  "i18n internationalization",
  "img image",
  "info information",
  "init initialize",
  "js javascript",
  "k8s kubernetes",
  "l10n localization",
  "lib library",
  "login signin",
  "max maximum",
  "min minimum",
  "msg message",
  "org organization",
  "param parameter",
  "perf performance",
  "prod production",
  "ref reference",
  "repo repository",
  "spec specification",
  "sync synchronize",
  "temp temporary",
  "ts typescript",
  "var variable",
].map((group) => group.split(" "));

const synonymsByStem = new Map<string, string[]>();

for (const group of synonymGroups) {
  for (const word of group) {
    synonymsByStem.set(
      computeStem(word),
      group.filter((other) => other !== word),
    );
  }
}

const spellingVariants: readonly (readonly [RegExp, string])[] = [
  [/our(?=$|s$|ed$|ing$|ful$)/, "or"],
  [/(?<=[a-z]{3})or(?=$|s$|ed$|ing$|ful$)/, "our"],
  [/is(?=(?:e|es|ed|ing|er|ers|ation|ations)$)/, "iz"],
  [/iz(?=(?:e|es|ed|ing|er|ers|ation|ations)$)/, "is"],
  [/yse(?=$|s$|d$|r$)/, "yze"],
  [/yze(?=$|s$|d$|r$)/, "yse"],
  [/tre(?=$|s$|d$)/, "ter"],
  [/ence$/, "ense"],
];

/** Other spellings of a word: short for long, British for American, and vice versa. */
function otherSpellings({ folded, stem }: WordForm): WordForm[] {
  if (!/^[a-z][a-z0-9]+$/.test(folded)) return [];
  const words = [...(synonymsByStem.get(stem) ?? [])];
  for (const [ending, other] of spellingVariants) if (ending.test(folded)) words.push(folded.replace(ending, other));
  return words.map((word) => ({ folded: word, stem: computeStem(word) })).filter((form) => form.stem !== stem);
}

const suffixes = [
  "ability",
  "ables",
  "alism",
  "ality",
  "ances",
  "ation",
  "ational",
  "ations",
  "ators",
  "ences",
  "encies",
  "fulness",
  "ibility",
  "ically",
  "iveness",
  "ivity",
  "ization",
  "izations",
  "izers",
  "izing",
  "ments",
  "nesses",
  "ousness",
  "tional",
  "tions",
];

const minPrefixLength = 4;

/**
 * Stems of English words that the unfinished word may become, if they do not begin with it: `configura` may become
 * `configuration`, which is indexed as `configur`.
 */
function possibleStems(unfinished: string): string[] {
  if (unfinished.length < minPrefixLength || !/^[a-z]+$/.test(unfinished)) return [];
  const stems = new Set<string>();
  for (const suffix of suffixes) {
    for (let typed = Math.min(suffix.length, unfinished.length - 2); typed > 0; typed -= 1) {
      if (!unfinished.endsWith(suffix.slice(0, typed))) continue;
      const stem = computeStem(unfinished + suffix.slice(typed));
      if (!stem.startsWith(unfinished)) stems.add(stem);
    }
  }
  stems.delete(computeStem(unfinished));
  return [...stems];
}
