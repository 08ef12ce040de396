import { pageOf } from "./keyset.ts";
import type { NewRow, Queries, Row } from "./tables.ts";
import { type Viewer, visibleSpaces } from "./visible.ts";

export type TranslationRow = Row<"translation">;

export async function insertTranslation(queries: Queries, row: NewRow<"translation">): Promise<void> {
  await queries.insertInto("translation").values(row).execute();
}

export async function updateTranslation(
  queries: Queries,
  id: string,
  change: Partial<Omit<TranslationRow, "id">>,
): Promise<void> {
  await queries.updateTable("translation").set(change).where("id", "=", id).execute();
}

/** Counts words that the newest run translated. */
export async function addWords(queries: Queries, id: string, words: number): Promise<void> {
  await queries
    .updateTable("translation")
    .set(({ eb }) => ({ total_words: eb("total_words", "+", words), latest_words: eb("latest_words", "+", words) }))
    .where("id", "=", id)
    .execute();
}

/** One whose source the viewer may read. */
export function findTranslation(queries: Queries, viewer: Viewer, id: string): Promise<TranslationRow | undefined> {
  return matching(queries, viewer).selectAll("translation").where("translation.id", "=", id).executeTakeFirst();
}

/** One for the job that works on it. */
export function readTranslation(queries: Queries, id: string): Promise<TranslationRow | undefined> {
  return queries.selectFrom("translation").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The oldest first, from after `(createdAt, id)`, of spaces that are not deleted. */
export function listTranslations(
  queries: Queries,
  viewer: Viewer,
  after: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<TranslationRow[]> {
  return pageOf(matching(queries, viewer).selectAll("translation"), {
    by: ["translation.created_at", "translation.id"],
    order: "asc",
    after,
    limit,
  }).execute();
}

export async function countTranslations(queries: Queries, viewer: Viewer): Promise<number> {
  const { count } = await matching(queries, viewer)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, viewer: Viewer) {
  return queries
    .selectFrom("translation")
    .innerJoin("space", "space.id", "translation.source_space")
    .where("translation.organization", "=", viewer.organization)
    .where("space.deleted_at", "is", null)
    .where(visibleSpaces(viewer));
}

/** Translations with a run that has not ended and whose outcome goes into a change request. */
export function listRunsInto(
  queries: Queries,
  changeRequest: string,
): Promise<Pick<TranslationRow, "job" | "language">[]> {
  return queries
    .selectFrom("translation")
    .select(["job", "language"])
    .where("change_request", "=", changeRequest)
    .where("run_root", "is not", null)
    .execute();
}

/** Set-ups of a space's translations, and of translations into it: with their memories. */
export async function removeTranslationsOf(queries: Queries, space: string): Promise<void> {
  const rows = await queries
    .selectFrom("translation")
    .select("id")
    .where(({ eb, or }) => or([eb("source_space", "=", space), eb("target_space", "=", space)]))
    .execute();
  for (const { id } of rows) await removeTranslation(queries, id);
}

export async function removeTranslation(queries: Queries, id: string): Promise<void> {
  for (const table of ["translation_memory", "translation_task", "translation_page", "translation_share"] as const) {
    await queries.deleteFrom(table).where("translation", "=", id).execute();
  }
  await queries.deleteFrom("translation").where("id", "=", id).execute();
}

/** Different pages that any run, and that the newest run, translated something of; by translation. */
export async function countPages(
  queries: Queries,
  rows: readonly Pick<TranslationRow, "id" | "runs">[],
): Promise<Map<string, { all: number; latest: number }>> {
  if (rows.length === 0) return new Map();
  const counts = await queries
    .selectFrom("translation_page")
    .innerJoin("translation", "translation.id", "translation_page.translation")
    .select(({ fn, eb }) => [
      "translation_page.translation",
      fn.countAll<number>().as("all"),
      fn
        .sum<number>(eb.case().when("translation_page.run", "=", eb.ref("translation.runs")).then(1).else(0).end())
        .as("latest"),
    ])
    .where(
      "translation_page.translation",
      "in",
      rows.map(({ id }) => id),
    )
    .groupBy("translation_page.translation")
    .execute();
  return new Map(counts.map(({ translation, all, latest }) => [translation, { all, latest }]));
}
