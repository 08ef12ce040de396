import type { SearchScope } from "../store/section-ids.ts";
import { countSections } from "../store/section-search.ts";
import type { Queries } from "../store/tables.ts";
import { wordsLike } from "../store/vocabulary.ts";
import { editDistance } from "./edit-distance.ts";
import type { QueryWord } from "./query.ts";
import { isSpelt, stemOf, type WordForm } from "./word-forms.ts";

/** A word in no more sections than this may be misspelt. */
const RARE = 2;
/** A rare word gives way to those that are this many times as frequent. */
const MORE_FREQUENT = 10;
const MOST_COUNTED = 50;
const MOST_WORDS = 200;
const MOST_CORRECTIONS = 3;
const LONG_WORD = 8;
const SHORTEST_STEM = 5;

/** Words of the scope's texts that the person may have meant, the likeliest first; none for a word that is there. */
export async function corrections(
  queries: Queries,
  scope: SearchScope,
  { whole, exact }: QueryWord,
  count: number,
): Promise<WordForm[]> {
  const { folded, stem } = whole;
  if (exact || count > RARE || !isSpelt(folded)) return [];
  const most = count === 0 && folded.length >= LONG_WORD ? 2 : 1;
  const near = (await wordsLike(queries, folded))
    .map((word) => ({ folded: word, stem: stemOf(word) }))
    .map((word) => ({ ...word, distance: distance(whole, word, most) }))
    .filter((word) => word.distance <= most && word.stem !== stem)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_WORDS);
  const stems = [...new Set(near.map((word) => word.stem))];
  const counts = await countSections(
    queries,
    scope,
    stems.map((term) => ({ term, beginning: false })),
    MOST_COUNTED,
  );
  const frequent = new Map(stems.map((term, index) => [term, counts[index] ?? 0]));
  const found = near
    .map((word) => ({ ...word, count: frequent.get(word.stem) ?? 0 }))
    .filter((word) => word.count > 0 && word.count >= count * MORE_FREQUENT);
  const nearest = found[0]?.distance;
  return found
    .filter(({ distance }) => distance === nearest)
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_CORRECTIONS);
}

/** Of the words or of their stems: the endings may differ besides. */
function distance(one: WordForm, other: WordForm, most: number): number {
  const whole = editDistance(one.folded, other.folded, most);
  if (whole <= 1 || one.stem.length < SHORTEST_STEM) return whole;
  return Math.min(whole, editDistance(one.stem, other.stem, most));
}
