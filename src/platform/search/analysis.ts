import { fold, type Word, wordOf } from "./word-forms.ts";
import { listCharacters, visitWords } from "./words.ts";

/** `last` is the character that ends a run, alone; the pair before it holds it too. `only` is a run of one. */
export type CharactersPlace = "pair" | "last" | "only";

export interface VisitText {
  word(word: Word, start: number, end: number): void;
  /** Says of a word whether to pass over it; `joined` when it holds joiners. */
  skips?(start: number, end: number, joined: boolean): boolean;
  /** Says whether to pass over characters that begin with this one, which no mark follows. */
  skipsCharacters?(unit: number): boolean;
  /** Two neighbouring characters of a script without word spaces, or one, folded. */
  characters(folded: string, start: number, end: number, place: CharactersPlace): void;
}

/** Reads a text as search sees it, from its start to its end. */
export function visitText(text: string, visitor: VisitText): void {
  visitWords(text, (start, end, kind) => {
    if (kind === "characters") visitPairs(text, start, end, visitor);
    else if (!visitor.skips?.(start, end, kind === "joined")) visitor.word(wordOf(text.slice(start, end)), start, end);
  });
}

/**
 * The terms under which a text is found, in its order: stems, and of a compound both the whole and its parts. Adds its
 * words to `spelt`.
 */
export function indexTerms(text: string, spelt?: Set<string>): string[] {
  const terms: string[] = [];
  visitText(text, {
    word(word) {
      for (let index = 0; index < word.terms.length; index += 1) terms.push(word.terms[index] ?? "");
      if (spelt !== undefined) for (const known of word.spelt) spelt.add(known);
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
    const place = next !== undefined ? "pair" : index === 0 ? "only" : "last";
    const bare = character.end === character.start + 1;
    if (bare && visitor.skipsCharacters?.(text.charCodeAt(character.start))) continue;
    visitor.characters(fold(text.slice(character.start, pairEnd)), character.start, pairEnd, place);
  }
}
