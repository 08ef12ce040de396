import { CompiledQuery } from "kysely";
import type { EngineWords, Insertion } from "../engine.ts";

/** Rows of the largest statement, a power of two. */
const maxRows = 64;

/** The statements of each insertion, by their number of rows. */
const statements = new WeakMap<Insertion, Map<number, string>>();

/** Each number of rows is a sum of powers of two, so that few statements serve all of them and stay prepared. */
export const insertMany: EngineWords["insert"] = async (queries, into, rows) => {
  for (let start = 0, count = maxRows; start < rows.length; ) {
    while (count > rows.length - start) count /= 2;
    const values = rows.slice(start, start + count).flat();
    await queries.executeQuery(CompiledQuery.raw(getStatement(into, count), values));
    start += count;
  }
};

function getStatement(into: Insertion, count: number): string {
  const known = statements.get(into) ?? new Map<number, string>();
  statements.set(into, known);
  const statement = known.get(count) ?? build(into, count);
  known.set(count, statement);
  return statement;
}

function build({ table, columns, skipsKnown }: Insertion, count: number): string {
  const names = Object.keys(columns);
  const row = `(${names.map(() => "?").join(", ")})`;
  const rows = Array.from({ length: count }, () => row).join(", ");
  return `insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")}) values ${rows}${skipsKnown ? " on conflict do nothing" : ""}`;
}
