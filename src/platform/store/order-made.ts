import { type SelectQueryBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

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
