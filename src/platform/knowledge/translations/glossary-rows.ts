import { selectPage } from "../../kernel/database/row-order.ts";
import type { NewRow, Queries, Row } from "../../kernel/database/tables.ts";

export type GlossaryRow = Row<"glossary_entry">;

export async function insertEntry(queries: Queries, entry: NewRow<"glossary_entry">): Promise<void> {
  await queries.insertInto("glossary_entry").values(entry).execute();
  await insertTerms(queries, entry);
}

async function insertTerms(
  queries: Queries,
  { id, organization, translations }: Pick<GlossaryRow, "id" | "organization" | "translations">,
): Promise<void> {
  const rows = Object.entries(JSON.parse(translations) as Record<string, string>)
    .filter(([, term]) => term !== "")
    .map(([language, term]) => ({ entry: id, organization, language, sort_key: term.toLowerCase() }));
  if (rows.length > 0) await queries.insertInto("glossary_term").values(rows).execute();
}

const removeTerms = (queries: Queries, entry: string) =>
  queries.deleteFrom("glossary_term").where("entry", "=", entry).execute();

/** Replaces the terms of an entry. Returns whether the organization has it. */
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
  if (numUpdatedRows === 0n) return false;
  await removeTerms(queries, id);
  await insertTerms(queries, { id, organization, translations: change.translations });
  return true;
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
  if (numDeletedRows === 0n) return false;
  await removeTerms(queries, id);
  return true;
}

export async function countEntries(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("glossary_entry")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}

type ListedEntry = GlossaryRow & { readonly key: string };

type After = readonly [key: string, id: string] | undefined;

/** At most `limit` entries after `(key, id)`, ordered by age, or by the term in a language with missing terms first. */
export async function listEntries(
  queries: Queries,
  organization: string,
  language: string | undefined,
  after: After,
  limit: number,
): Promise<ListedEntry[]> {
  if (language === undefined) return listByAge(queries, organization, after, limit);
  const without = after === undefined || after[0] === "";
  const first = without ? await listWithout(queries, organization, language, after?.[1], limit) : [];
  if (first.length === limit) return first;
  const rest = await listByTerm(queries, organization, language, without ? undefined : after, limit - first.length);
  return [...first, ...rest];
}

async function listByAge(queries: Queries, organization: string, after: After, limit: number): Promise<ListedEntry[]> {
  const rows = await selectPage(
    queries.selectFrom("glossary_entry").selectAll().where("organization", "=", organization),
    {
      by: ["created_at", "id"],
      order: "asc",
      after,
      limit,
    },
  ).execute();
  return rows.map((row) => ({ ...row, key: row.created_at }));
}

async function listWithout(
  queries: Queries,
  organization: string,
  language: string,
  after: string | undefined,
  limit: number,
): Promise<ListedEntry[]> {
  const rows = await queries
    .selectFrom("glossary_entry")
    .selectAll()
    .where("organization", "=", organization)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("glossary_term")
            .select("entry")
            .whereRef("glossary_term.entry", "=", "glossary_entry.id")
            .where("language", "=", language),
        ),
      ),
    )
    .$if(after !== undefined, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, key: "" }));
}

function listByTerm(
  queries: Queries,
  organization: string,
  language: string,
  after: After,
  limit: number,
): Promise<ListedEntry[]> {
  return selectPage(
    queries
      .selectFrom("glossary_term")
      .innerJoin("glossary_entry", "glossary_entry.id", "glossary_term.entry")
      .selectAll("glossary_entry")
      .select("glossary_term.sort_key as key")
      .where("glossary_term.organization", "=", organization)
      .where("glossary_term.language", "=", language),
    { by: ["glossary_term.sort_key", "glossary_term.entry"], order: "asc", after, limit },
  ).execute();
}

export function allEntries(queries: Queries, organization: string): Promise<GlossaryRow[]> {
  return queries
    .selectFrom("glossary_entry")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("id")
    .execute();
}
