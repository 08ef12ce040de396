import { levelWithin } from "./levels.ts";
import { lastPosition } from "./positions.ts";
import type { NewRow, Queries, Row } from "./tables.ts";

export function findCollection(queries: Queries, id: string): Promise<Row<"collection"> | undefined> {
  return queries.selectFrom("collection").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findCollections(queries: Queries, ids: readonly string[]): Promise<Row<"collection">[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries.selectFrom("collection").selectAll().where("id", "in", ids).execute();
}

/** As the last of the organization. */
export async function insertCollection(
  queries: Queries,
  collection: Omit<NewRow<"collection">, "position" | "level">,
): Promise<void> {
  const position = await lastPosition(queries, collection.organization);
  const level = await levelWithin(queries, collection.parent ?? null, collection.default_level ?? null);
  await queries
    .insertInto("collection")
    .values({ ...collection, position, level })
    .execute();
}
