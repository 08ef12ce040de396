import { type ExtractTypeFromReferenceExpression, type SelectQueryBuilder, type StringReference, sql } from "kysely";

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
