import { type Viewer, visibleSpaces } from "../../access/levels-rows.ts";
import { selectPage } from "../../kernel/database/row-order.ts";
import type { Ids, Json, NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

interface GlossaryEntryTable {
  id: string;
  organization: string;
  /** Terms by language. */
  translations: Json;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Terms of entries, for sorted lists. */
interface GlossaryTermTable {
  entry: string;
  organization: string;
  language: string;
  sort_key: string;
}

/** A space and the language it is translated into. The state of its runs is in its job. */
interface TranslationTable {
  id: string;
  organization: string;
  source_space: string;
  source_language: string;
  language: string;
  instructions: Json;
  /** The space with the translation; null before the first completed run. */
  target_space: string | null;
  change_request: string | null;
  revision: string | null;
  /** The source content that the newest completed run translated. */
  source_root: string | null;
  /** Its translation, before any edits. */
  base_root: string | null;
  /** The values of the two when the target last merged a run's change request. */
  taken_source_root: string | null;
  taken_base_root: string | null;
  /** The terms that applied then. */
  terms: string | null;
  /** The source content that the current run translates; null if no run is unfinished. */
  run_root: string | null;
  run_started_at: Timestamp | null;
  job: string | null;
  runs: number;
  total_words: number;
  total_duration: number;
  latest_words: number;
  latest_duration: number;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Translations of segments, by key. */
interface TranslationMemoryTable {
  translation: string;
  key: string;
  text: string;
  /** The provider that made it; empty if a caller supplied it. */
  maker: string;
  created_at: Timestamp;
}

/** How much of a run was done by a provider or, with an empty name, by callers. */
interface TranslationShareTable {
  translation: string;
  run: number;
  maker: string;
  segments: number;
  /** Characters sent to it. */
  characters: number;
}

/** Segments that the current run is waiting for. */
interface TranslationTaskTable {
  translation: string;
  position: number;
  key: string;
  segment: Json;
  /** Terms that apply to it, by the source term. */
  terms: Json;
  page: string;
  title: string;
  /** Why the last answer for it was rejected. */
  problem: string | null;
}

/** Pages that runs translated something of; `run` is the newest such run. */
interface TranslationPageTable {
  translation: string;
  page: string;
  run: number;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    glossary_entry: GlossaryEntryTable;
    glossary_term: GlossaryTermTable;
    translation: TranslationTable;
    translation_memory: TranslationMemoryTable;
    translation_task: TranslationTaskTable;
    translation_page: TranslationPageTable;
    translation_share: TranslationShareTable;
  }
}

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

/** Adds to the number of words translated by the newest run. */
export async function addWords(queries: Queries, id: string, words: number): Promise<void> {
  await queries
    .updateTable("translation")
    .set(({ eb }) => ({ total_words: eb("total_words", "+", words), latest_words: eb("latest_words", "+", words) }))
    .where("id", "=", id)
    .execute();
}

/** A translation whose source the viewer may read. */
export function findTranslation(queries: Queries, viewer: Viewer, id: string): Promise<TranslationRow | undefined> {
  return matching(queries, viewer).selectAll("translation").where("translation.id", "=", id).executeTakeFirst();
}

/** A translation, for the job that works on it. */
export function readTranslation(queries: Queries, id: string): Promise<TranslationRow | undefined> {
  return queries.selectFrom("translation").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Oldest first, after `(createdAt, id)`, without deleted spaces. */
export function listTranslations(
  queries: Queries,
  viewer: Viewer,
  after: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<TranslationRow[]> {
  return selectPage(matching(queries, viewer).selectAll("translation"), {
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

/** Translations with an unfinished run that delivers into a change request. */
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

/** Removes all translations from or into a space, with their memories. */
export async function removeSpaceTranslations(queries: Queries, space: string): Promise<void> {
  const rows = await queries
    .selectFrom("translation")
    .select("id")
    .where(({ eb, or }) => or([eb("source_space", "=", space), eb("target_space", "=", space)]))
    .execute();
  for (const { id } of rows) await removeTranslation(queries, id);
}

/** Detaches translations from change requests that are being removed. */
export async function forgetChangeRequests(queries: Queries, changeRequests: Ids): Promise<void> {
  await queries
    .updateTable("translation")
    .set({ change_request: null })
    .where("change_request", "in", changeRequests)
    .execute();
}

export async function removeTranslation(queries: Queries, id: string): Promise<void> {
  for (const table of ["translation_memory", "translation_task", "translation_page", "translation_share"] as const) {
    await queries.deleteFrom(table).where("translation", "=", id).execute();
  }
  await queries.deleteFrom("translation").where("id", "=", id).execute();
}

/** The number of different pages that all runs, and the newest run, translated something of; by translation. */
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

export type ShareRow = Row<"translation_share">;

/** Characters that a run has sent to providers. */
export async function chargedCharacters(queries: Queries, translation: string, run: number): Promise<number> {
  const { sum } = await queries
    .selectFrom("translation_share")
    .select(({ fn }) => fn.sum<number | null>("characters").as("sum"))
    .where("translation", "=", translation)
    .where("run", "=", run)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

export async function chargeCharacters(
  queries: Queries,
  share: Omit<NewRow<"translation_share">, "segments">,
): Promise<void> {
  await add(queries, { ...share, segments: 0 });
}

/** Counts segments that a maker translated in a run. */
export async function countSegments(
  queries: Queries,
  share: Omit<NewRow<"translation_share">, "characters">,
): Promise<void> {
  await add(queries, { ...share, characters: 0 });
}

async function add(queries: Queries, share: NewRow<"translation_share">): Promise<void> {
  await queries
    .insertInto("translation_share")
    .values(share)
    .onConflict((conflict) =>
      conflict.columns(["translation", "run", "maker"]).doUpdateSet(({ eb, ref }) => ({
        segments: eb("translation_share.segments", "+", ref("excluded.segments")),
        characters: eb("translation_share.characters", "+", ref("excluded.characters")),
      })),
    )
    .execute();
}

/** Who translated how much of a run, largest share first. */
export function listShares(queries: Queries, translation: string, run: number): Promise<ShareRow[]> {
  return queries
    .selectFrom("translation_share")
    .selectAll()
    .where("translation", "=", translation)
    .where("run", "=", run)
    .where("segments", ">", 0)
    .orderBy("segments", "desc")
    .orderBy("maker")
    .execute();
}
