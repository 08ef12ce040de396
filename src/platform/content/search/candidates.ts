import { createHash } from "node:crypto";
import { editDistance } from "../../../contract/edit-distance.ts";
import { getDatabaseKey } from "../../kernel/database/engine/engine.ts";
import type { SectionField, TermExpression } from "../../kernel/database/engine/section-search.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { LruCache } from "../../kernel/lru-cache.ts";
import type { QueryTerm, QueryWord, Quoted } from "./query.ts";
import { beginning, wholeTitle } from "./section-index.ts";
import type { SearchScope } from "./section-numbers-rows.ts";
import { countSections, type FoundSection, findSections, readSections, wordsLike } from "./sections-rows.ts";
import { computeStem, isSpelt, type WordForm } from "./word-forms.ts";

interface Candidates {
  sections: FoundSection[];
  /** The words of the query, with possible corrections of misspelt ones. */
  words: QueryWord[];
  /** The weight of each word of the query, in order: the rarer the word, the higher. */
  weights: number[];
  /** Whether all matching sections are included. */
  complete: boolean;
}

interface CountedWord {
  word: QueryWord;
  expression: TermExpression;
  /** Also matches its longer forms. */
  wide: TermExpression;
  /** Whether `wide` matches more than `expression`. */
  narrow: boolean;
  /** Sections of the scope that match `expression`, up to `commonCount`. */
  count: number;
}

/** A word is common from this count on: the engine never ranks all its sections. */
const commonCount = 1_000;

const maxSections = 100;

/** If fewer sections have every word, those with some of the words are added. */
const fewSections = 20;

const maxRanked = 2_000;

const optionalWeight = 0.3;

/** The sections worth ranking: a bounded number, found in bounded time. */
export async function findCandidates(
  queries: Queries,
  scope: SearchScope,
  wanted: readonly QueryWord[],
  quoted: readonly Quoted[],
): Promise<Candidates> {
  const counted = await countWords(queries, scope, wanted);
  const words = counted.map(({ word }) => word);
  const weights = counted.map(({ word, count }) => (word.optional ? optionalWeight : computeWeight(count)));
  if (quoted.length > 0) return { ...(await findQuoted(queries, scope, quoted, counted)), words, weights };
  const required = counted.filter(({ word }) => !word.optional);
  const present = required.filter(({ count }) => count > 0);
  const found = new Set<number>();
  let complete = required.every(({ word, narrow }) => !narrow && !isBrief(word.whole));
  const isFew = () => found.size < fewSections;
  const addFound = (ids: readonly number[]) => {
    const others = ids.filter((id) => !found.has(id));
    const remaining = maxSections - found.size;
    for (const id of others.slice(0, remaining)) found.add(id);
    if (others.length > remaining) complete = false;
  };
  if (present.length === required.length) addFound(await findEvery(queries, scope, words, required));
  const wider = present.filter(({ word }) => !isBrief(word.whole)).map((word) => ({ ...word, expression: word.wide }));
  const isWider = wider.length < required.length || wider.some(({ narrow }) => narrow);
  if (isFew() && wider.length > 0 && isWider) addFound(await findEvery(queries, scope, words, wider));
  if (isFew() && present.length > 0 && required.length > 1) {
    const some = await findSome(queries, scope, present);
    addFound(some.ids);
    complete &&= some.ofEveryWord;
  }
  const last = required.at(-1);
  if (last !== undefined && (found.size === 0 || (isFew() && required.length === 1))) {
    addFound(await findBrief(queries, scope, last.word));
  }
  return {
    sections: await readSections(queries, [...found]),
    words,
    weights,
    complete,
  };
}

/** Sections with the quoted words, starting with those that also have the other words. */
async function findQuoted(
  queries: Queries,
  scope: SearchScope,
  quoted: readonly Quoted[],
  counted: readonly CountedWord[],
): Promise<{ sections: FoundSection[]; complete: boolean }> {
  const together = quoted.map(({ terms }) => exactly(terms.join(" ")));
  const others = counted.filter(({ word, count }) => !word.exact && !word.optional && count > 0);
  const isCommon = isEachCommon(counted.filter(({ word }) => word.exact));
  const found = new Set<number>();
  let complete = true;
  for (const all of [[...together, ...others.map(({ expression }) => expression)], together]) {
    const ids = await findTogether(queries, scope, { all }, isCommon);
    complete &&= ids.length <= maxSections;
    for (const id of ids.slice(0, maxSections)) found.add(id);
    if (others.length === 0 || found.size >= fewSections) break;
  }
  return { sections: await readSections(queries, [...found]), complete };
}

/** Up to `commonCount` sections with quoted words. If there are more than `maxSections`, the best come first. */
async function findTogether(
  queries: Queries,
  scope: SearchScope,
  expression: TermExpression,
  isCommon: boolean,
): Promise<number[]> {
  const limit = isCommon ? maxSections + 1 : commonCount;
  const ids = await findSections(queries, scope, expression, { ranked: false, limit, common: isCommon });
  if (ids.length <= maxSections) return ids;
  if (isCommon) return findProminent(queries, scope, [{ expression, fields: ["title"] }], ids);
  if (ids.length >= commonCount) return ids;
  return findSections(queries, scope, expression, { ranked: true, limit: maxSections + 1 });
}

/** A common unfinished word is searched unchanged, because its longer forms are long lists to read. */
async function countWords(queries: Queries, scope: SearchScope, words: readonly QueryWord[]): Promise<CountedWord[]> {
  const exact = await countUpToCommon(
    queries,
    scope,
    words.map((word) => createWordExpression(finished(word))),
  );
  const counted: CountedWord[] = [];
  for (const [index, word] of words.entries()) {
    const count = exact[index] ?? 0;
    const wide = createWordExpression(word);
    if (!word.whole.unfinished || count >= commonCount) {
      const expression = createWordExpression(finished(word));
      counted.push({ word, expression, wide, narrow: word.whole.unfinished, count });
    } else {
      const [all] = await countUpToCommon(queries, scope, [wide]);
      counted.push({ word, expression: wide, wide, narrow: false, count: all ?? 0 });
    }
  }
  return Promise.all(counted.map((word) => corrected(queries, scope, word)));
}

/** Milliseconds for which a word is assumed to be as common as before. */
const commonTtlMs = 60_000;

/** Bytes cached for one database. */
const maxCountBytes = 1_000_000;

const commonUntil = new WeakMap<object, LruCache>();

/**
 * Counts the sections that match each expression, up to `commonCount`. What was found to be common is not counted again for
 * a while: every keystroke asks for the same words, and counting common ones takes longest.
 */
async function countUpToCommon(
  queries: Queries,
  { numbers }: SearchScope,
  expressions: readonly TermExpression[],
): Promise<number[]> {
  const database = getDatabaseKey(queries);
  const known = commonUntil.get(database) ?? new LruCache(maxCountBytes);
  commonUntil.set(database, known);
  const scope = createHash("sha256").update(numbers.join()).digest("base64url");
  const now = performance.now();
  const wanted = expressions.map((expression) => ({ expression, key: `${scope} ${JSON.stringify(expression)}` }));
  const isKnown = ({ key }: { key: string }) => Number(known.get(key) ?? 0) > now;
  const uncounted = wanted.filter((one) => !isKnown(one));
  const counts = await countSections(
    queries,
    { numbers },
    uncounted.map(({ expression }) => expression),
    commonCount,
  );
  const found = new Map(uncounted.map(({ key }, index) => [key, counts[index] ?? 0]));
  for (const [key, count] of found) if (count >= commonCount) known.set(key, now + commonTtlMs, 8);
  return wanted.map(({ key }) => found.get(key) ?? commonCount);
}

async function corrected(queries: Queries, scope: SearchScope, counted: CountedWord): Promise<CountedWord> {
  const { word, count } = counted;
  if (word.optional) return counted;
  const meant = await corrections(queries, scope, word, count);
  if (meant.length === 0) return counted;
  const spelt = { ...word, spellings: [...word.spellings, ...meant] };
  const expression = createWordExpression(spelt);
  const [all] = await countUpToCommon(queries, scope, [expression]);
  return { word: spelt, expression, wide: expression, narrow: false, count: all ?? count };
}

function finished(word: QueryWord): QueryWord {
  const finish = (term: QueryTerm) => ({ ...term, unfinished: false });
  return { ...word, whole: finish(word.whole), terms: word.terms.map(finish) };
}

/**
 * Sections with any word that begins with the brief, unfinished one. Would read many term lists in a large space, but
 * there enough titles begin with it and this is not called.
 */
async function findBrief(queries: Queries, scope: SearchScope, { whole }: QueryWord): Promise<number[]> {
  if (!isBrief(whole) || whole.folded.length === 1) return [];
  const beginsLikeIt = { term: whole.folded, beginning: true };
  return findSections(queries, scope, beginsLikeIt, { ranked: false, limit: maxSections + 1 });
}

/** Sections with every word, up to `maxSections` + 1. */
async function findEvery(
  queries: Queries,
  scope: SearchScope,
  words: readonly QueryWord[],
  counted: readonly CountedWord[],
): Promise<number[]> {
  const every = { all: counted.map(({ expression }) => expression) };
  const limit = maxSections + 1;
  const any = await findSections(queries, scope, every, { ranked: false, limit, common: isEachCommon(counted) });
  if (any.length <= maxSections) return any;
  if (counted.every(({ count }) => count < commonCount))
    return findSections(queries, scope, every, { ranked: true, limit });
  // Too many to rank.
  const steps: readonly ProminentStep[] = [
    { expression: createTitleExpression(words), fields: ["title"] },
    { expression: every, fields: ["title"] },
    { expression: every, fields: ["title", "page"] },
    { expression: every, fields: ["title", "salient"] },
  ];
  return findProminent(queries, scope, steps, any);
}

interface ProminentStep {
  readonly expression: TermExpression;
  readonly fields: readonly SectionField[];
}

/** Sections where the words are prominent, those of the first step first, then these others; `maxSections` + 1. */
async function findProminent(
  queries: Queries,
  scope: SearchScope,
  steps: readonly ProminentStep[],
  others: readonly number[],
): Promise<number[]> {
  const limit = maxSections + 1;
  const found = new Set<number>();
  for (const { expression, fields } of steps) {
    if (found.size >= limit) break;
    for (const id of await findSections(queries, scope, expression, { ranked: false, limit, fields })) found.add(id);
  }
  return [...found, ...others.filter((id) => !found.has(id))].slice(0, limit);
}

/** Sections with some of the words; only the rarest words if all together would be too many to rank. */
async function findSome(
  queries: Queries,
  scope: SearchScope,
  present: readonly CountedWord[],
): Promise<{ ids: number[]; ofEveryWord: boolean }> {
  const ranked: TermExpression[] = [];
  let matches = 0;
  for (const { expression, count } of [...present].sort((one, other) => one.count - other.count)) {
    matches += count;
    if (count >= commonCount || matches > maxRanked) break;
    ranked.push(expression);
  }
  const limit = maxSections + 1;
  if (ranked.length > 0) {
    const ids = await findSections(queries, scope, { any: ranked }, { ranked: true, limit });
    return { ids, ofEveryWord: ranked.length === present.length };
  }
  const any = { any: present.map(({ expression }) => expression) };
  const titled = await findSections(queries, scope, any, { ranked: false, fields: ["title"], limit });
  const others = await findSections(queries, scope, any, { ranked: false, limit, common: true });
  return { ids: [...new Set([...titled, ...others])].slice(0, limit), ofEveryWord: true };
}

function isEachCommon(counted: readonly CountedWord[]): boolean {
  return counted.length > 0 && counted.every(({ count }) => count >= commonCount);
}

function computeWeight(count: number): number {
  return Math.log(1 + (4 * commonCount) / (count + 1));
}

function createWordExpression({ whole, terms, compound, possibleStems, spellings }: QueryWord): TermExpression {
  const others = [...possibleStems, ...spellings.map(({ stem }) => stem)];
  const single = { any: [...createTermExpressions(whole), ...others.map(exactly)] };
  if (!compound) return single;
  const parts = terms.filter((term) => !isBrief(term)).map((term) => ({ any: createTermExpressions(term) }));
  return parts.length > 0 ? { any: [...single.any, { all: parts }] } : single;
}

function createTermExpressions(term: QueryTerm): TermExpression[] {
  const { folded, stem, unfinished } = term;
  if (!unfinished) return [exactly(stem)];
  if (!isBrief(term)) return [exactly(stem), { term: folded, beginning: true }];
  return folded.length > 1 ? [exactly(stem), exactly(beginning(folded))] : [exactly(stem)];
}

/** Too short to search in bodies: most sections have some word that begins with so few letters. */
function isBrief({ folded, unfinished }: QueryTerm): boolean {
  return unfinished && /^[a-z0-9]{1,3}$/.test(folded);
}

function createTitleExpression(words: readonly QueryWord[]): TermExpression {
  const terms = words.flatMap(({ whole, terms, compound }) => (compound ? [whole, ...terms] : [whole]));
  const stems = terms.map(({ stem }) => stem);
  const last = terms.at(-1);
  const exact = exactly(wholeTitle(stems));
  if (!last?.unfinished) return exact;
  return { any: [exact, { term: wholeTitle([...stems.slice(0, -1), last.folded]), beginning: true }] };
}

function exactly(term: string): TermExpression {
  return { term, beginning: false };
}

/** A word in no more sections than this may be misspelt. */
const rareCount = 2;

/** A rare word is replaced by words that are this many times as frequent. */
const minFrequencyRatio = 10;

const maxCounted = 50;

const maxSimilarWords = 200;

const maxCorrections = 3;

const longWordLength = 8;

const minStemLength = 5;

/** Words in the scope that the person may have meant, most likely first; none for a word that exists. */
async function corrections(
  queries: Queries,
  scope: SearchScope,
  { whole, exact }: QueryWord,
  count: number,
): Promise<WordForm[]> {
  const { folded, stem } = whole;
  if (exact || count > rareCount || !isSpelt(folded)) return [];
  const maxDistance = count === 0 && folded.length >= longWordLength ? 2 : 1;
  const near = (await wordsLike(queries, folded))
    .map((word) => ({ folded: word, stem: computeStem(word) }))
    .map((word) => ({ ...word, distance: distance(whole, word, maxDistance) }))
    .filter((word) => word.distance <= maxDistance && word.stem !== stem)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxSimilarWords);
  const stems = [...new Set(near.map((word) => word.stem))];
  const counts = await countSections(
    queries,
    scope,
    stems.map((term) => ({ term, beginning: false })),
    maxCounted,
  );
  const frequent = new Map(stems.map((term, index) => [term, counts[index] ?? 0]));
  const found = near
    .map((word) => ({ ...word, count: frequent.get(word.stem) ?? 0 }))
    .filter((word) => word.count > 0 && word.count >= count * minFrequencyRatio);
  const nearest = found[0]?.distance;
  return found
    .filter(({ distance }) => distance === nearest)
    .sort((one, other) => other.count - one.count)
    .slice(0, maxCorrections);
}

/** The smaller distance between the words or their stems, because the endings may differ as well. */
function distance(one: WordForm, other: WordForm, maxDistance: number): number {
  const whole = editDistance(one.folded, other.folded, maxDistance);
  if (whole <= 1 || one.stem.length < minStemLength) return whole;
  return Math.min(whole, editDistance(one.stem, other.stem, maxDistance));
}
