import { createHash } from "node:crypto";
import type { Database } from "../kernel/database/database.ts";
import type { AnyRow, TableColumns } from "../kernel/database/engine/catalogue.ts";
import { wordsOf } from "../kernel/database/engine/engine.ts";
import type { Queries, Row, Tables } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { indexStoredSections } from "../search/index.ts";

export interface CopyOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called as tables are copied, with the rows of all so far. */
  readonly onProgress?: ((table: string, rows: number) => void) | undefined;
}

export interface Copied {
  readonly tables: number;
  readonly rows: number;
}

/** Rows read at a time; files and texts have up to many megabytes each. */
const mostRows = 500;

const mostRowsOfBytes = 10;

/**
 * Copies everything of one database into another, which is empty, in one transaction, and compares both. Throws
 * `conflict` where the other has rows, and `internal` where something was stored differently; nothing is then kept.
 */
export async function copyWorkspace(from: Database, to: Database, options: CopyOptions = {}): Promise<Copied> {
  return from.read((source) =>
    to.write(async (target) => {
      const tables = await matchingTables(source, target);
      await requireEmpty(target, tables);
      let rows = 0;
      for (const table of tables) {
        const seal = new Seal();
        for await (const batch of batchesOf(source, table)) {
          options.signal?.throwIfAborted();
          for (const row of batch) seal.add(table, row);
          await insert(target, table, batch);
          options.onProgress?.(table.name, rows + seal.rows);
        }
        rows += seal.rows;
        await requireSame(target, table, seal);
      }
      await wordsOf(target).catalogue.continueNumbers(target);
      return { tables: tables.length, rows };
    }),
  );
}

const batchesOf = (queries: Queries, table: TableColumns) =>
  wordsOf(queries).catalogue.batches(queries, table, table.holdsBytes ? mostRowsOfBytes : mostRows);

/** Both have the same schema: opening a database brings it up to date. */
async function matchingTables(source: Queries, target: Queries): Promise<readonly TableColumns[]> {
  const [own, other] = [await wordsOf(source).catalogue.tables(source), await wordsOf(target).catalogue.tables(target)];
  const shapeOf = (tables: readonly TableColumns[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns]).sort());
  if (shapeOf(own) !== shapeOf(other)) {
    throw new Problem("conflict", "The two databases have different tables. Open both with the same version first.");
  }
  return own;
}

async function requireEmpty(target: Queries, tables: readonly TableColumns[]): Promise<void> {
  for (const { name } of tables) {
    const found = await target
      .selectFrom(name as keyof Tables)
      .select(({ lit }) => lit(1).as("one"))
      .limit(1)
      .execute();
    if (found.length > 0) {
      throw new Problem(
        "conflict",
        `The database to copy to is in use: its table ${name} has rows. Name an empty one.`,
      );
    }
  }
}

async function insert(target: Queries, { name }: TableColumns, rows: readonly AnyRow[]): Promise<void> {
  await target
    .insertInto(name as keyof Tables)
    .values(rows as never)
    .execute();
  // Each engine has an index of its own kind over these.
  if (name === "section") await indexStoredSections(target, rows as unknown as readonly Row<"section">[]);
}

async function requireSame(target: Queries, table: TableColumns, expected: Seal): Promise<void> {
  const seal = new Seal();
  for await (const batch of batchesOf(target, table)) for (const row of batch) seal.add(table, row);
  if (seal.rows === expected.rows && seal.digest === expected.digest) return;
  throw new Problem("internal", `The rows of ${table.name} were not stored as they were read. Nothing was copied.`);
}

/** What tells whether two tables have the same rows, whatever their order. */
class Seal {
  rows = 0;
  readonly #sum = Buffer.alloc(32);

  add({ columns }: TableColumns, row: AnyRow): void {
    this.rows += 1;
    const hash = createHash("sha256");
    for (const column of columns) {
      const value = row[column];
      if (value instanceof Uint8Array) hash.update(`bytes ${value.length} `).update(value);
      else hash.update(`${JSON.stringify(value)} `);
    }
    const digest = hash.digest();
    for (let at = 0; at < digest.length; at += 1) this.#sum[at] = (this.#sum[at] ?? 0) ^ (digest[at] ?? 0);
  }

  get digest(): string {
    return this.#sum.toString("hex");
  }
}
