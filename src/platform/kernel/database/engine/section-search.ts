import type { Queries } from "../tables.ts";

/** The fields of a section in the index of terms. */
export type SectionField = "title" | "page" | "salient" | "body";

/** The analysed terms of one section, in text order and separated by spaces. */
export type SectionTerms = { readonly id: number } & Readonly<Record<SectionField, string>>;

/** A term may be several words separated by spaces: they match where they are consecutive in a field. */
export type TermExpression =
  | { term: string; beginning: boolean }
  | { all: readonly TermExpression[] }
  | { any: readonly TermExpression[] };

export interface FindOptions {
  /**
   * Sorts by rank, which costs time for every match and every occurrence of its terms. Otherwise results are ordered by
   * id.
   */
  ranked: boolean;
  /** The fields to match; all fields if undefined. */
  fields?: readonly SectionField[];
  limit: number;
  /** Whether very many sections probably match, so that the first ones are found soon. Does not affect the result. */
  common?: boolean;
}

/**
 * The index of terms. It returns candidates, which the caller ranks more precisely. `numbers` are those of the spaces
 * to search, ascending.
 */
export interface SectionSearch {
  /** Adds sections that are not in the index yet. */
  insert(queries: Queries, sections: readonly SectionTerms[]): Promise<void>;
  remove(queries: Queries, ids: readonly number[]): Promise<void>;
  removeSpace(queries: Queries, space: string): Promise<void>;
  /** Counts the sections that match each expression, up to `limit`. */
  count(
    queries: Queries,
    numbers: readonly number[],
    expressions: readonly TermExpression[],
    limit: number,
  ): Promise<number[]>;
  /** Ids of matching sections. */
  find(
    queries: Queries,
    numbers: readonly number[],
    expression: TermExpression,
    options: FindOptions,
  ): Promise<number[]>;
  /** Does a step of the maintenance due after many sections were added. Returns whether more is due. */
  merge(queries: Queries): Promise<boolean>;
}

/**
 * A section's id is its space's number times 2^ID_BITS, plus a count. The ids of a space thus form one range, and the
 * engine reads only that part of a term's list. Leaves room for 8 million spaces below 2^53.
 */
export const ID_BITS = 30;

const IDS_OF_SPACE = 2 ** ID_BITS;

/** The first and last id that sections of these spaces may have. */
export function getIdRange(numbers: readonly number[]): { low: number; high: number } {
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? 0;
  return { low: first * IDS_OF_SPACE, high: (last + 1) * IDS_OF_SPACE - 1 };
}

/** The ids that sections of these spaces may have, as few ranges. */
export function toIdRanges(numbers: readonly number[]): { low: number; high: number }[] {
  const ranges: { low: number; high: number }[] = [];
  for (const number of numbers) {
    const { low, high } = getIdRange([number]);
    const last = ranges.at(-1);
    if (last !== undefined && last.high + 1 === low) last.high = high;
    else ranges.push({ low, high });
  }
  return ranges;
}

/**
 * How to filter the spaces of a scope within the range of their ids: by whichever list is shorter, those in it or those
 * not in it.
 */
export function computeSpaceFilter(
  numbers: readonly number[],
): { readonly only: readonly number[] } | { readonly without: readonly number[] } | undefined {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const span = last - first + 1;
  if (span === numbers.length) return undefined;
  if (span > 2 * numbers.length) return { only: numbers };
  const known = new Set(numbers);
  return { without: Array.from({ length: span }, (_, index) => first + index).filter((number) => !known.has(number)) };
}
