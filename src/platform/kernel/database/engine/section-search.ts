import type { Queries } from "../tables.ts";

/** The fields of a section in the index of terms. */
export type SectionField = "title" | "page" | "salient" | "body";

/** The terms of one section, analysed, in the order of its text. */
export type SectionTerms = { readonly id: number } & Readonly<Record<SectionField, readonly string[]>>;

/** A term of several words, separated by spaces, is one where they follow each other in a field. */
export type TermExpression =
  | { term: string; beginning: boolean }
  | { all: readonly TermExpression[] }
  | { any: readonly TermExpression[] };

export interface FindOptions {
  /** Best first. Takes time for every match and every occurrence of its terms; without it, in the order of ids. */
  ranked: boolean;
  /** Where terms count. Everywhere unless given. */
  fields?: readonly SectionField[];
  limit: number;
}

/**
 * The index of terms. It gives candidates: their order is refined by whoever asks. `numbers` are those of the spaces
 * that are looked through, ascending.
 */
export interface SectionSearch {
  /** Puts sections into the index, which does not have them yet. */
  insert(queries: Queries, sections: readonly SectionTerms[]): Promise<void>;
  remove(queries: Queries, ids: readonly number[]): Promise<void>;
  removeSpace(queries: Queries, space: string): Promise<void>;
  /** How many sections match each expression, counted up to `most`. */
  count(
    queries: Queries,
    numbers: readonly number[],
    expressions: readonly TermExpression[],
    most: number,
  ): Promise<number[]>;
  /** Ids of sections that match. */
  find(
    queries: Queries,
    numbers: readonly number[],
    expression: TermExpression,
    options: FindOptions,
  ): Promise<number[]>;
  /** Does the upkeep that the index owes after many sections at once. Between its steps `rest` is waited for. */
  merge(queries: Queries, rest: () => Promise<unknown>): Promise<void>;
}

/**
 * A section's id is its space's number times this, plus a count: the ids of a space are one range, so that the engine
 * reads only that part of a term's list. Leaves room for 8 million spaces below 2^53.
 */
export const ID_BITS = 30;

const IDS_OF_SPACE = 2 ** ID_BITS;

/** From the first id that sections of these spaces may have to the last. */
export function idsOf(numbers: readonly number[]): { low: number; high: number } {
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? 0;
  return { low: first * IDS_OF_SPACE, high: (last + 1) * IDS_OF_SPACE - 1 };
}

/** How to tell the spaces of a scope beside the range of their ids: the fewer of those in it and those not in it. */
export function beside(
  numbers: readonly number[],
): { readonly only: readonly number[] } | { readonly without: readonly number[] } | undefined {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const span = last - first + 1;
  if (span === numbers.length) return undefined;
  if (span > 2 * numbers.length) return { only: numbers };
  const known = new Set(numbers);
  return { without: Array.from({ length: span }, (_, index) => first + index).filter((number) => !known.has(number)) };
}
