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
  const counted = expressions.map((expression, index) => ({ expression, count: counts[index] ?? 0 }));
  const found = new Set<number>();
  let complete = true;
  if (counts.every((count) => count > 0)) {
    const every = await findEvery(queries, scope, words, counted);
    complete = keep(every);
  }
  if (required.length > 1 && found.size < FEW_SECTIONS)
    complete = keep(await findSome(queries, scope, counted)) && complete;
  return {
    sections: await readSections(queries, [...found]),
    weights: words.map((word) => (word.optional ? WEIGHT_OF_OPTIONAL : weightOf(counts[required.indexOf(word)] ?? 0))),
    complete,
  };

  function keep(ids: readonly number[]): boolean {
    for (const id of ids.slice(0, MOST_SECTIONS)) found.add(id);
    return ids.length <= MOST_SECTIONS;
  }
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
async function findSome(queries: Queries, scope: SearchScope, counted: readonly CountedWord[]): Promise<number[]> {
  const present = counted.filter(({ count }) => count > 0).sort((one, other) => one.count - other.count);
  const ranked: TermExpression[] = [];
  let matches = 0;
  for (const { expression, count } of present) {
    matches += count;
    if (count >= COMMON || matches > MOST_RANKED) break;
    ranked.push(expression);
  }
  const limit = MOST_SECTIONS + 1;
  if (ranked.length > 0) return findSections(queries, scope, { any: ranked }, { ranked: true, limit });
  if (present.length === 0) return [];
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
  const parts = terms
    .filter((term) => !(term.unfinished && isShort(term)))
    .map((term) => ({ any: expressionsOfTerm(term) }));
  return parts.length > 0 ? { any: [...single.any, { all: parts }] } : single;
}

function expressionsOfTerm({ folded, stem, unfinished }: QueryTerm): TermExpression[] {
  if (!unfinished) return [exactly(stem)];
  if (!isShort({ folded })) return [exactly(stem), { term: folded, beginning: true }];
  return folded.length === 2 ? [exactly(stem), exactly(beginning(folded))] : [exactly(stem)];
}

/** Every section holds some word that begins with such letters. */
function isShort({ folded }: Pick<QueryTerm, "folded">): boolean {
  return /^[a-z0-9]{1,2}$/.test(folded);
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
