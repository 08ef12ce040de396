import type { Queries } from "../tables.ts";

export interface TableColumns {
  readonly name: string;
  /** In alphabetical order, without columns that only this engine has. */
  readonly columns: readonly string[];
  readonly holdsBytes: boolean;
}

export type AnyRow = Readonly<Record<string, unknown>>;

/** How to read an engine's tables as a whole. */
export interface Catalogue {
  /** Tables of the schema, without the engine's own and the index of terms. */
  tables(queries: Queries): Promise<readonly TableColumns[]>;
  /** All rows of a table in the order they were created, up to `size` at a time. */
  batches(queries: Queries, table: TableColumns, size: number): AsyncIterable<readonly AnyRow[]>;
  /** Makes generated numbers continue after the existing ones. */
  continueNumbers(queries: Queries): Promise<void>;
}
