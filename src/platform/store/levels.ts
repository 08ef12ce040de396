import { sql } from "kysely";
import type { Queries, Row } from "./tables.ts";

type Levelled = Pick<Row<"collection">, "id" | "parent" | "default_level" | "level">;

/** What a default level comes to in a collection, or at the top of the organization. */
export async function levelWithin(
  queries: Queries,
  parent: string | null,
  defaultLevel: string | null,
): Promise<string | null> {
  if (defaultLevel !== "inherit" || parent === null) return defaultLevel;
  const { level } = await queries
    .selectFrom("collection")
    .select("level")
    .where("id", "=", parent)
    .executeTakeFirstOrThrow();
  return level;
}

/** Brings the levels of an organization's collections and spaces up to date, after a default level or parent changed. */
export async function settleLevels(queries: Queries, organization: string): Promise<void> {
  const collections = await queries
    .selectFrom("collection")
    .select(["id", "parent", "default_level", "level"])
    .where("organization", "=", organization)
    .execute();
  const levels = levelsOf(collections);
  for (const { id, level } of collections) {
    const due = levels.get(id) ?? null;
    if (due !== level) await queries.updateTable("collection").set({ level: due }).where("id", "=", id).execute();
  }
  const due = sql<string | null>`case
    when space.default_level = 'inherit' and space.parent is not null
    then (select collection.level from collection where collection.id = space.parent)
    else space.default_level end`;
  await queries
    .updateTable("space")
    .set({ level: due })
    .where("space.organization", "=", organization)
    .where(sql<boolean>`space.level is distinct from ${due}`)
    .execute();
}

function levelsOf(collections: readonly Levelled[]): Map<string, string | null> {
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const levels = new Map<string, string | null>();
  for (const collection of collections) {
    const inheriting: string[] = [];
    let at: Levelled | undefined = collection;
    while (at?.default_level === "inherit" && at.parent !== null && !levels.has(at.id)) {
      inheriting.push(at.id);
      at = byId.get(at.parent);
    }
    const level = (at && levels.get(at.id)) ?? (at === undefined || levels.has(at.id) ? null : at.default_level);
    for (const id of [...inheriting, ...(at === undefined ? [] : [at.id])]) levels.set(id, level);
  }
  return levels;
}
