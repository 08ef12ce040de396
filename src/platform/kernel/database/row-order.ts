import { type ExtractTypeFromReferenceExpression, type SelectQueryBuilder, type StringReference, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Rows ordered by two columns, the second of which breaks ties. */
interface Page<First extends string, Second extends string, FirstValue, SecondValue> {
  readonly by: readonly [First, Second];
  readonly order: "asc" | "desc";
  /** The values of the last row of the previous page. */
  readonly after: readonly [FirstValue, SecondValue] | undefined;
  readonly limit: number;
}

/** One page of a query. With an index on its conditions followed by the two columns, it costs no more than its rows. */
export function selectPage<
  DB,
  TB extends keyof DB,
  Found,
  First extends StringReference<DB, TB>,
  Second extends StringReference<DB, TB>,
>(
  query: SelectQueryBuilder<DB, TB, Found>,
  {
    by: [first, second],
    order,
    after,
    limit,
  }: Page<
    First,
    Second,
    ExtractTypeFromReferenceExpression<DB, TB, First>,
    ExtractTypeFromReferenceExpression<DB, TB, Second>
  >,
): SelectQueryBuilder<DB, TB, Found> {
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  const rest =
    after === undefined
      ? query
      : query.where(sql<boolean>`(${sql.ref(first)}, ${sql.ref(second)}) ${beyond} (${after[0]}, ${after[1]})`);
  return rest.orderBy(sql.ref(first), order).orderBy(sql.ref(second), order).limit(limit);
}

/**
 * The number that the engine gives each row of a table: higher than that of every existing row, whatever the clock
 * says. Copies of a database keep the order.
 */
export const insertionOrder = (table: keyof Tables) => sql<number>`${sql.ref(`${table}.rowid`)}`;

/** A page of a query, newest first, from before a row's `order`. An index on the conditions is enough. */
export function newestFirst<Name extends keyof Tables, Found>(
  query: SelectQueryBuilder<Tables, Name, Found>,
  table: keyof Tables,
  before: number | undefined,
  limit: number,
): SelectQueryBuilder<Tables, Name, Found & { order: number }> {
  const order = insertionOrder(table);
  const rest = before === undefined ? query : query.where(sql<boolean>`${order} < ${before}`);
  return rest.select(order.as("order")).orderBy(order, "desc").limit(limit) as SelectQueryBuilder<
    Tables,
    Name,
    Found & { order: number }
  >;
}
