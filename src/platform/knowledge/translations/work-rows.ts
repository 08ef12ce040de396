import type { NewRow, Queries, Row } from "../../kernel/database/tables.ts";

export type TaskRow = Row<"translation_task">;

/** Rows per statement. */
const atOnce = 500;

export async function readMemory(
  queries: Queries,
  translation: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let start = 0; start < keys.length; start += atOnce) {
    const rows = await queries
      .selectFrom("translation_memory")
      .select(["key", "text"])
      .where("translation", "=", translation)
      .where("key", "in", keys.slice(start, start + atOnce))
      .execute();
    for (const { key, text } of rows) found.set(key, text);
  }
  return found;
}

/** Stores translations of segments; existing ones are kept. */
export async function putMemory(queries: Queries, rows: readonly NewRow<"translation_memory">[]): Promise<void> {
  for (let start = 0; start < rows.length; start += atOnce) {
    await queries
      .insertInto("translation_memory")
      .values(rows.slice(start, start + atOnce))
      .onConflict((conflict) => conflict.columns(["translation", "key"]).doNothing())
      .execute();
  }
}

export async function clearTasks(queries: Queries, translation: string): Promise<void> {
  await queries.deleteFrom("translation_task").where("translation", "=", translation).execute();
}

export async function insertTasks(queries: Queries, rows: readonly TaskRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += atOnce) {
    await queries
      .insertInto("translation_task")
      .values(rows.slice(start, start + atOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** At most `limit` tasks after a position. */
export function listTasks(queries: Queries, translation: string, after: number, limit: number): Promise<TaskRow[]> {
  return queries
    .selectFrom("translation_task")
    .selectAll()
    .where("translation", "=", translation)
    .where("position", ">", after)
    .orderBy("position")
    .limit(limit)
    .execute();
}

export async function findTasks(
  queries: Queries,
  translation: string,
  keys: readonly string[],
): Promise<Map<string, TaskRow>> {
  if (keys.length === 0) return new Map();
  const rows = await queries
    .selectFrom("translation_task")
    .selectAll()
    .where("translation", "=", translation)
    .where("key", "in", keys)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export async function removeTasks(queries: Queries, translation: string, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += atOnce) {
    await queries
      .deleteFrom("translation_task")
      .where("translation", "=", translation)
      .where("key", "in", keys.slice(start, start + atOnce))
      .execute();
  }
}

export async function setProblem(queries: Queries, translation: string, key: string, problem: string): Promise<void> {
  await queries
    .updateTable("translation_task")
    .set({ problem })
    .where("translation", "=", translation)
    .where("key", "=", key)
    .execute();
}

/** Forgets the reasons for rejections, so that a new attempt tries these segments again. */
export async function forgetProblems(queries: Queries, translation: string): Promise<void> {
  await queries
    .updateTable("translation_task")
    .set({ problem: null })
    .where("translation", "=", translation)
    .where("problem", "is not", null)
    .execute();
}

/** Why segments were rejected, by key. */
export async function readProblems(queries: Queries, translation: string): Promise<Map<string, string>> {
  const rows = await refusedTasks(queries, translation).select(["key", "problem"]).execute();
  return new Map(rows.map(({ key, problem }) => [key, problem ?? ""]));
}

export async function countRefused(queries: Queries, translation: string): Promise<number> {
  const { count } = await refusedTasks(queries, translation)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

const refusedTasks = (queries: Queries, translation: string) =>
  queries.selectFrom("translation_task").where("translation", "=", translation).where("problem", "is not", null);

/** The number of tasks left, by translation. */
export async function countTasks(queries: Queries, translations: readonly string[]): Promise<Map<string, number>> {
  if (translations.length === 0) return new Map();
  const rows = await queries
    .selectFrom("translation_task")
    .select(({ fn }) => ["translation", fn.countAll<number>().as("count")])
    .where("translation", "in", translations)
    .groupBy("translation")
    .execute();
  return new Map(rows.map(({ translation, count }) => [translation, count]));
}

export async function notePages(queries: Queries, rows: readonly Row<"translation_page">[]): Promise<void> {
  for (let start = 0; start < rows.length; start += atOnce) {
    await queries
      .insertInto("translation_page")
      .values(rows.slice(start, start + atOnce))
      .onConflict((conflict) =>
        conflict.columns(["translation", "page"]).doUpdateSet(({ ref }) => ({ run: ref("excluded.run") })),
      )
      .execute();
  }
}
