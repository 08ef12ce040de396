import { sql } from "kysely";
import type { NewRow, Queries, Row } from "./tables.ts";

export type GlossaryRow = Row<"glossary_entry">;

export async function insertEntry(queries: Queries, entry: NewRow<"glossary_entry">): Promise<void> {
  await queries.insertInto("glossary_entry").values(entry).execute();
}

/** Whether the organization has such an entry, which then has other terms. */
export async function updateEntry(
  queries: Queries,
  { id, organization }: Pick<GlossaryRow, "id" | "organization">,
  change: Pick<GlossaryRow, "translations" | "updated_at">,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("glossary_entry")
    .set(change)
    .where("id", "=", id)
    .where("organization", "=", organization)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeEntry(
  queries: Queries,
  { id, organization }: Pick<GlossaryRow, "id" | "organization">,
): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom("glossary_entry")
    .where("id", "=", id)
    .where("organization", "=", organization)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countEntries(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("glossary_entry")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}

/** At most `limit`, by the term in a language or else by age, from after `(key, id)`. */
export async function listEntries(
  queries: Queries,
  organization: string,
  language: string | undefined,
  after: readonly [key: string, id: string] | undefined,
  limit: number,
): Promise<(GlossaryRow & { key: string })[]> {
  const term = sql<string>`coalesce(lower(json_extract(translations, ${`$."${language ?? ""}"`})), '')`;
  const key = language === undefined ? sql<string>`created_at` : term;
  return queries
    .selectFrom("glossary_entry")
    .selectAll()
    .select(key.as("key"))
    .where("organization", "=", organization)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(${key}, id) > (${after?.[0]}, ${after?.[1]})`))
    .orderBy(key)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export function allEntries(queries: Queries, organization: string): Promise<GlossaryRow[]> {
  return queries
    .selectFrom("glossary_entry")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("id")
    .execute();
}
