import { type RawBuilder, sql } from "kysely";
import type { Queries } from "../tables.ts";
import type { Catalogue } from "./catalogue.ts";
import type { SectionSearch } from "./section-search.ts";

export interface Database {
  /** Runs `work` on one consistent state of the data; nothing in it may write. */
  read<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` in one transaction that begins with the lock; a failure leaves nothing behind. `work` may be run again
   * from its beginning, so it changes nothing but the data.
   */
  write<Result>(work: (queries: Queries) => Promise<Result>, lock?: WriteLock): Promise<Result>;
  /** The engine, its version and where it is, for a person to read; without secrets. */
  describe(): Promise<string>;
  close(): Promise<void>;
}

/**
 * What a write keeps others from changing: the content of one space, beside writers of others, or everything, which is
 * what a write has that names none. An engine with one writer gives every write everything.
 */
export interface WriteLock {
  readonly space: string;
}

/** A type that a column of values has; each engine has its own name for it. */
export type ValueType = "text" | "number";

/** What engines say in different words. `wordsOf` gives those of the engine that queries run on. */
export interface EngineWords {
  /** A subquery of the values, as one parameter however many they are. */
  list(values: readonly (string | number)[], type: ValueType): RawBuilder<unknown>;
  /** A query with a row for each row of values and a column for each type, as few parameters as may be. */
  rows(types: readonly ValueType[], values: readonly (readonly (string | number | null)[])[]): RawBuilder<unknown>;
  /** Whether a text has another within it; an empty one is in every text. */
  contains(text: RawBuilder<string>, part: RawBuilder<string>): RawBuilder<boolean>;
  /** How many values a column's JSON object has in a member that is an array; null where it has no such member. */
  membersIn(column: string, member: string): RawBuilder<number | null>;
  /** Something that is another after any other connection, of whatever process, has committed a write. */
  changeStamp(queries: Queries): Promise<string | number>;
  readonly sections: SectionSearch;
  readonly catalogue: Catalogue;
}

/** Put on the adapter of each engine's dialect, which every query of it carries. */
const words = Symbol("engine words");

/** Gives an adapter its engine's words. */
export function giveWords<Adapter extends object>(adapter: Adapter, own: EngineWords): Adapter {
  return Object.assign(adapter, { [words]: own });
}

/** The words of the engine that these queries run on. */
export function wordsOf(queries: Queries): EngineWords {
  const adapter = queries.getExecutor().adapter as { [words]?: EngineWords };
  const own = adapter[words];
  if (own === undefined) throw new Error("These queries run on no engine of the database.");
  return own;
}

/** Whether a column's value is one of these, which are one parameter however many they are. */
export const isOneOf = (
  queries: Queries,
  column: string,
  values: readonly (string | number)[],
  type: ValueType = "text",
): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} in ${wordsOf(queries).list(values, type)}`;

/** The stamp of the last change that a state of the data holds. */
export const changeStamp = (queries: Queries): Promise<string | number> => wordsOf(queries).changeStamp(queries);
