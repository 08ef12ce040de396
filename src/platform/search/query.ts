import { visitText } from "./analysis.ts";
import { isFunctionWord } from "./function-words.ts";
import { otherSpellings } from "./other-spellings.ts";
import { readQuoted } from "./quoted.ts";
import { possibleStems } from "./unfinished-word.ts";
import type { Word, WordForm } from "./word-forms.ts";

/** One thing to find in a text: a word, a part of a compound, or characters of a script without word spaces. */
export interface QueryTerm extends WordForm {
  /** It may go on: it was the last one and no space followed. */
  unfinished: boolean;
}

export interface QueryWord {
  /** For a compound its whole: `getuserbyid`. */
  whole: QueryTerm;
  /** The whole itself, or the parts of a compound. */
  terms: readonly QueryTerm[];
  compound: boolean;
  /** Stems of words that an unfinished word may become and that do not begin like it. */
  possibleStems: readonly string[];
  /** What counts as the word too, though less. */
  spellings: readonly WordForm[];
  /** It stood between quotation marks. */
  exact: boolean;
  /** A function word beside others: it counts when it is there, but need not be. */
  optional: boolean;
}

const LONGEST_QUERY = 512;
const MOST_TERMS = 16;

/** What a person typed, as words to find; empty when it holds none. Anything but letters and digits means nothing. */
export function readQuery(text: string): QueryWord[] {
  const typed = text.slice(0, LONGEST_QUERY);
  const quoted = readQuoted(typed);
  const isQuoted = (at: number) => quoted.some(({ start, end }) => at >= start && at < end);
  const words: QueryWord[] = [];
  let room = MOST_TERMS;
  visitText(typed, {
    word(word, start, end) {
      if (word.folded !== "") add(wordQuery(word, end === typed.length, isQuoted(start)));
    },
    characters(folded, start, _end, place) {
      const term = { folded, stem: folded, unfinished: place === "only" };
      if (place === "last") return;
      const exact = isQuoted(start);
      add({ whole: term, terms: [term], compound: false, possibleStems: [], spellings: [], exact, optional: false });
    },
  });
  return withOptional(words);

  function add(word: QueryWord): void {
    const terms = word.terms.slice(0, room);
    if (terms.length === 0 || words.some((known) => isSame(known.whole, word.whole))) return;
    room -= terms.length;
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
  const marked = words.map((word) => ({ ...word, optional: !word.compound && isFunctionWord(word.whole.folded) }));
  return marked.every(({ optional }) => optional) ? [...words] : marked;
}
