import { createHash } from "node:crypto";
import { indexStoredSections } from "../../content/search/index.ts";
import type { Database } from "../../kernel/database/database.ts";
import type { AnyRow, TableColumns } from "../../kernel/database/engine/catalogue.ts";
import { getEngineWords } from "../../kernel/database/engine/engine.ts";
import type { Queries, Row, Tables } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";

export interface CopyOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called as tables are copied, with the total number of rows so far. */
  readonly onProgress?: ((table: string, rows: number) => void) | undefined;
}

export interface Copied {
  readonly tables: number;
  readonly rows: number;
}

/** Rows read per query. A file or text may have many megabytes, known only after it is read. */
const maxRows = 500;

const maxRowsWithBytes = 1;

/** Bytes of rows written per statement, unless a single row has more. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Copies all data of one database into another, which must be empty, in one transaction, and compares both. Throws
 * `conflict` if the target has rows, and `internal` if something was stored differently; then nothing is kept.
 */
export async function copyWorkspace(
  from: Pick<Database, "read">,
  to: Database,
  options: CopyOptions = {},
): Promise<Copied> {
  return from.read((source) =>
    to.write(async (target) => {
      const tables = await matchingTables(source, target);
      await requireEmpty(target, tables);
      let rows = 0;
      for (const table of tables) {
        const seal = new Seal();
        for await (const batch of joined(readBatches(source, table))) {
          options.signal?.throwIfAborted();
          for (const row of batch) seal.add(table, row);
          await insert(target, table, batch);
          options.onProgress?.(table.name, rows + seal.rows);
        }
        rows += seal.rows;
        await requireSame(target, table, seal);
      }
      await getEngineWords(target).catalogue.continueNumbers(target);
      return { tables: tables.length, rows };
    }),
  );
}

const readBatches = (queries: Queries, table: TableColumns) =>
  getEngineWords(queries).catalogue.batches(queries, table, table.holdsBytes ? maxRowsWithBytes : maxRows);

/** Combines small batches into fewer statements. */
async function* joined(batches: AsyncIterable<readonly AnyRow[]>): AsyncIterable<readonly AnyRow[]> {
  let rows: AnyRow[] = [];
  let bytes = 0;
  for await (const batch of batches) {
    const more = batch.reduce((sum, row) => sum + countBytes(row), 0);
    if (rows.length > 0 && (rows.length + batch.length > maxRows || bytes + more > maxBytes)) {
      yield rows;
      [rows, bytes] = [[], 0];
    }
    rows.push(...batch);
    bytes += more;
  }
  if (rows.length > 0) yield rows;
}

const countBytes = (row: AnyRow) =>
  Object.values(row).reduce<number>((sum, value) => sum + (value instanceof Uint8Array ? value.length : 0), 0);

/** A later release may have added to the source, and this release must not leave that behind. */
async function matchingTables(source: Queries, target: Queries): Promise<readonly TableColumns[]> {
  const [own, other] = [
    await getEngineWords(source).catalogue.tables(source),
    await getEngineWords(target).catalogue.tables(target),
  ];
  const known = new Set(other.flatMap(listColumns));
  const unknown = own.flatMap(listColumns).filter((column) => !known.has(column));
  if (unknown.length > 0) {
    throw new Problem(
      "conflict",
      `The source has columns that this release does not know (${unknown.slice(0, 5).join(", ")}): a later release added them. Copy it with that release.`,
    );
  }
  if (known.size > own.flatMap(listColumns).length) {
    throw new Problem("conflict", "The target has columns that the source lacks. Create it with the same release.");
  }
  return own;
}

const listColumns = ({ name, columns }: TableColumns): string[] => columns.map((column) => `${name}.${column}`);

async function requireEmpty(target: Queries, tables: readonly TableColumns[]): Promise<void> {
  for (const { name } of tables) {
    const found = await target
      .selectFrom(name as keyof Tables)
      .select(({ lit }) => lit(1).as("one"))
      .limit(1)
      .execute();
    if (found.length > 0) {
      throw new Problem("conflict", `The target database is in use: its table ${name} has rows. Choose an empty one.`);
    }
  }
}

async function insert(target: Queries, { name }: TableColumns, rows: readonly AnyRow[]): Promise<void> {
  await target
    .insertInto(name as keyof Tables)
    .values(rows as never)
    .execute();
  // Each engine has its own kind of index over these.
  if (name === "section") await indexStoredSections(target, rows as unknown as readonly Row<"section">[]);
}

async function requireSame(target: Queries, table: TableColumns, expected: Seal): Promise<void> {
  const seal = new Seal();
  for await (const batch of readBatches(target, table)) for (const row of batch) seal.add(table, row);
  if (seal.rows === expected.rows && seal.digest === expected.digest) return;
  throw new Problem(
    "internal",
    `The rows of ${table.name} were stored differently from how they were read. Nothing was copied.`,
  );
}

/** A digest to compare the rows of two tables, regardless of their order. */
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
