import {
  countSections,
  type FindOptions,
  type FoundSection,
  findSections,
  readSections,
  type SearchScope,
  type TermExpression,
} from "../store/search.ts";
import type { Queries } from "../store/tables.ts";
import type { QueryTerm, QueryWord } from "./query.ts";
import { beginning, wholeTitle } from "./section-index.ts";

export interface Candidates {
  sections: FoundSection[];
  /** How much each word of the query tells, in their order: the rarer, the more. */
  weights: number[];
  /** Whether no section that matches was left out. */
  complete: boolean;
}

interface CountedWord {
  expression: TermExpression;
  /** Sections of the scope that hold it, or `COMMON` for that many and more. */
  count: number;
  brief: boolean;
}

/** From here on a word is common: the engine is never asked to rank all its sections. */
const COMMON = 4_000;
const MOST_SECTIONS = 200;
/** With fewer sections that hold every word, those that hold some are added. */
const FEW_SECTIONS = 20;
const MOST_RANKED = 6_000;
const WEIGHT_OF_OPTIONAL = 0.3;

/** The sections worth ranking, a bounded number of them in bounded time. */
export async function findCandidates(
  queries: Queries,
  scope: SearchScope,
  words: readonly QueryWord[],
): Promise<Candidates> {
  const required = words.filter(({ optional }) => !optional);
  const expressions = required.map(expressionOfWord);
  const counts = await countSections(queries, scope, expressions, COMMON);
  const counted = required.map((word, index) => ({
    expression: expressions[index] ?? expressionOfWord(word),
    count: counts[index] ?? 0,
    brief: isBrief(word.whole),
  }));
  const found = new Set<number>();
  let complete = true;
  const keep = (ids: readonly number[]) => {
    for (const id of ids.slice(0, MOST_SECTIONS)) found.add(id);
    if (ids.length > MOST_SECTIONS) complete = false;
  };
  const present = counted.filter(({ count }) => count > 0);
  if (present.length === counted.length) keep(await findEvery(queries, scope, words, counted));
  const telling = present.filter(({ brief }) => !brief);
  if (found.size < FEW_SECTIONS && telling.length > 0 && telling.length < counted.length) {
    keep(await findEvery(queries, scope, words, telling));
  }
  const [only] = words;
  if (found.size < FEW_SECTIONS && present.length > 1) keep(await findSome(queries, scope, present));
  else if (found.size < FEW_SECTIONS && words.length === 1 && only) keep(await findBrief(queries, scope, only));
  return {
    sections: await readSections(queries, [...found]),
    weights: words.map((word) => (word.optional ? WEIGHT_OF_OPTIONAL : weightOf(counts[required.indexOf(word)] ?? 0))),
    complete,
  };
}

/**
 * Sections with any word that begins like the only, brief and unfinished one. In a large space this reads many terms'
 * lists; but there enough titles begin like it, and this is not asked.
 */
async function findBrief(queries: Queries, scope: SearchScope, { whole }: QueryWord): Promise<number[]> {
  if (!isBrief(whole) || whole.folded.length === 1) return [];
  const beginsLikeIt = { term: whole.folded, beginning: true };
  return findSections(queries, scope, beginsLikeIt, { ranked: false, limit: MOST_SECTIONS + 1 });
}

/** Sections that hold every word; one more than `MOST_SECTIONS` when there are more. */
async function findEvery(
  queries: Queries,
  scope: SearchScope,
  words: readonly QueryWord[],
  counted: readonly CountedWord[],
): Promise<number[]> {
  const every = { all: counted.map(({ expression }) => expression) };
  const limit = MOST_SECTIONS + 1;
  if (counted.every(({ count }) => count < COMMON)) return findSections(queries, scope, every, { ranked: true, limit });
  const any = await findSections(queries, scope, every, { ranked: false, limit });
  if (any.length <= MOST_SECTIONS) return any;
  // Too many to rank: those where the words stand out come first.
  const found = new Set<number>();
  const add = async (expression: TermExpression, fields: FindOptions["fields"]) => {
    if (found.size >= limit) return;
    const options = { ranked: false, limit, ...(fields && { fields }) };
    for (const id of await findSections(queries, scope, expression, options)) found.add(id);
  };
  await add(expressionOfTitle(words), ["title"]);
  await add(every, ["title"]);
  await add(every, ["title", "salient"]);
  for (const id of any) found.add(id);
  return [...found].slice(0, limit);
}

/** Sections that hold some of the words, the rarest words only when all together are too many to rank. */
async function findSome(queries: Queries, scope: SearchScope, present: readonly CountedWord[]): Promise<number[]> {
  const ranked: TermExpression[] = [];
  let matches = 0;
  for (const { expression, count } of [...present].sort((one, other) => one.count - other.count)) {
    matches += count;
    if (count >= COMMON || matches > MOST_RANKED) break;
    ranked.push(expression);
  }
  const limit = MOST_SECTIONS + 1;
  if (ranked.length > 0) return findSections(queries, scope, { any: ranked }, { ranked: true, limit });
  const any = { any: present.map(({ expression }) => expression) };
  const titled = await findSections(queries, scope, any, { ranked: false, fields: ["title"], limit });
  if (titled.length === limit) return titled;
  const others = await findSections(queries, scope, any, { ranked: false, limit });
  return [...new Set([...titled, ...others])].slice(0, limit);
}

function weightOf(count: number): number {
  return Math.log(1 + (4 * COMMON) / (count + 1));
}

function expressionOfWord({ whole, terms, compound, possibleStems }: QueryWord): TermExpression {
  const single = { any: [...expressionsOfTerm(whole), ...possibleStems.map(exactly)] };
  if (!compound) return single;
  const parts = terms.filter((term) => !isBrief(term)).map((term) => ({ any: expressionsOfTerm(term) }));
  return parts.length > 0 ? { any: [...single.any, { all: parts }] } : single;
}

function expressionsOfTerm(term: QueryTerm): TermExpression[] {
  const { folded, stem, unfinished } = term;
  if (!unfinished) return [exactly(stem)];
  if (!isBrief(term)) return [exactly(stem), { term: folded, beginning: true }];
  return folded.length > 1 ? [exactly(stem), exactly(beginning(folded))] : [exactly(stem)];
}

/** Too short to look for in bodies: most sections hold some word that begins with so few letters. */
function isBrief({ folded, unfinished }: QueryTerm): boolean {
  return unfinished && /^[a-z0-9]{1,3}$/.test(folded);
}

function expressionOfTitle(words: readonly QueryWord[]): TermExpression {
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
