import type { Queries } from "../tables.ts";

export interface TableColumns {
  readonly name: string;
  /** In alphabetical order, without those that only this engine has. */
  readonly columns: readonly string[];
  readonly holdsBytes: boolean;
}

export type AnyRow = Readonly<Record<string, unknown>>;

/** How the tables of an engine are read as a whole. */
export interface Catalogue {
  /** Tables of the schema, without the engine's own and the index of terms. */
  tables(queries: Queries): Promise<readonly TableColumns[]>;
  /** All rows of a table in the order in which they were made, at most `size` at a time. */
  batches(queries: Queries, table: TableColumns, size: number): AsyncIterable<readonly AnyRow[]>;
  /** Numbers that the engine gives come after those that are there. */
  continueNumbers(queries: Queries): Promise<void>;
}
