import { type RawBuilder, sql } from "kysely";
import type { Queries } from "../tables.ts";
import type { Catalogue } from "./catalogue.ts";
import type { SectionSearch } from "./section-search.ts";

export interface Database {
  /** What its queries run on; `getDatabaseKey` differs among them. */
  readonly connections: readonly Queries[];
  /** Runs `work` on one consistent snapshot. It must not write. */
  read<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** The same, but each statement may see a later state than the one before: cheaper for what is one statement. */
  look<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` in one transaction that takes the lock first; a failure is rolled back. `work` may be run again from
   * the beginning, so it must change nothing but the data.
   */
  write<Result>(work: (queries: Queries) => Promise<Result>, lock?: WriteLock): Promise<Result>;
  /**
   * A number that differs whenever anyone has committed a write since. Undefined if asking would cost as much as
   * reading.
   */
  lastChange(): number | undefined;
  /** The time in milliseconds since 1970, by the clock that all processes on this database share. */
  now(): number;
  /** Clears what was replaced from the files, as far as the engine can while the database is used. */
  clearReplaced(): Promise<void>;
  /** A readable description of the engine, its version and its location, without secrets. */
  describe(): Promise<string>;
  close(): Promise<void>;
}

/** A database opened read-only; its tables are not migrated. */
export interface ReadDatabase extends Pick<Database, "read" | "close"> {
  /** A readable description of its location, without secrets. */
  readonly location: string;
}

/**
 * What a write locks: other writes with the same lock wait for it, those with another do not. A write without a lock
 * locks everything. On an engine with a single writer, every write locks everything.
 */
export type WriteLock =
  /** The content, change requests and comments of one space. */
  | `space ${string}`
  /** Which process runs which job, and its progress. */
  | "jobs"
  /** When tokens were last used. */
  | "token uses";

/** The type of a column of values. Each engine has its own name for it. */
export type ValueType = "text" | "number";

/** Where rows are inserted. It is a constant, so that its statements are built once. */
export interface Insertion {
  readonly table: string;
  readonly columns: Readonly<Record<string, ValueType>>;
  /** Skips rows whose key exists. */
  readonly skipsKnown?: true;
}

/** SQL that differs between engines. `getEngineWords` returns it for the engine that queries run on. */
export interface EngineWords {
  /** A subquery of the values, passed as a single parameter however many there are. */
  list(values: readonly (string | number)[], type: ValueType): RawBuilder<unknown>;
  /** A query with a row for each row of values and a column for each type, using as few parameters as possible. */
  rows(types: readonly ValueType[], values: readonly (readonly (string | number | null)[])[]): RawBuilder<unknown>;
  /** Inserts many rows, each with a value for every column. */
  insert(queries: Queries, into: Insertion, rows: readonly (readonly (string | number | null)[])[]): Promise<void>;
  /** Whether a text contains another; every text contains the empty one. */
  contains(text: RawBuilder<string>, part: RawBuilder<string>): RawBuilder<boolean>;
  /** The length of an array member of the JSON object in a column; null without that member. */
  membersIn(column: string, member: string): RawBuilder<number | null>;
  /** A value that changes whenever another connection, of any process, commits a write. */
  changeStamp(queries: Queries): Promise<string | number>;
  /** Whether values that a transaction replaces are overwritten in the file; engines that cannot do so ignore it. */
  overwriteReplaced(queries: Queries, isOn: boolean): Promise<void>;
  readonly sections: SectionSearch;
  readonly catalogue: Catalogue;
}

/** Set on the adapter of each engine's dialect, which every query carries. */
const words = Symbol("engine words");

/** Attaches an engine's words to an adapter. */
export function giveWords<Adapter extends object>(adapter: Adapter, own: EngineWords): Adapter {
  return Object.assign(adapter, { [words]: own });
}

/** Identifies the open database of these queries: a key for what is cached about it. */
export const getDatabaseKey = (queries: Queries): object => queries.getExecutor().adapter;

/** The words of the engine that these queries run on. */
export function getEngineWords(queries: Queries): EngineWords {
  const adapter = queries.getExecutor().adapter as { [words]?: EngineWords };
  const own = adapter[words];
  if (own === undefined) throw new Error("These queries run on no engine of the database.");
  return own;
}

/** Whether a column's value is one of these, passed as a single parameter however many there are. */
export const isOneOf = (
  queries: Queries,
  column: string,
  values: readonly (string | number)[],
  type: ValueType = "text",
): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} in ${getEngineWords(queries).list(values, type)}`;

/** The stamp of the last change included in a snapshot. */
export const changeStamp = (queries: Queries): Promise<string | number> => getEngineWords(queries).changeStamp(queries);
