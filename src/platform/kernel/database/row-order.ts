import { type ExtractTypeFromReferenceExpression, type SelectQueryBuilder, type StringReference, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Rows in the order of two columns, the second of which tells apart rows that are alike in the first. */
interface Page<First extends string, Second extends string, FirstValue, SecondValue> {
  readonly by: readonly [First, Second];
  readonly order: "asc" | "desc";
  /** The values of the last row seen before, which the page goes on after. */
  readonly after: readonly [FirstValue, SecondValue] | undefined;
  readonly limit: number;
}

/** One page of a query. An index on its conditions and then the two columns makes it cost no more than its rows. */
export function pageOf<
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
 * The number that the engine gives each row of a table: higher than that of every row there is, whatever the clock says.
 * Copies of a database keep the order.
 */
export const orderMade = (table: keyof Tables) => sql<number>`${sql.ref(`${table}.rowid`)}`;

/** A page of a query, what was made last first, from before a row's `order`. An index on the conditions alone gives it. */
export function newestFirst<Name extends keyof Tables, Found>(
  query: SelectQueryBuilder<Tables, Name, Found>,
  table: keyof Tables,
  before: number | undefined,
  limit: number,
): SelectQueryBuilder<Tables, Name, Found & { order: number }> {
  const order = orderMade(table);
  const rest = before === undefined ? query : query.where(sql<boolean>`${order} < ${before}`);
  return rest.select(order.as("order")).orderBy(order, "desc").limit(limit) as SelectQueryBuilder<
    Tables,
    Name,
    Found & { order: number }
  >;
}
