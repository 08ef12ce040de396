import { selectPage } from "../kernel/database/row-order.ts";
import type { NewRow, Queries, Row } from "../kernel/database/tables.ts";
import { levelWithin, type Viewer, visibleCollections } from "./levels-rows.ts";
import { lastPosition } from "./positions-rows.ts";

export function findCollection(queries: Queries, id: string): Promise<Row<"collection"> | undefined> {
  return queries.selectFrom("collection").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findCollections(queries: Queries, ids: readonly string[]): Promise<Row<"collection">[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries.selectFrom("collection").selectAll().where("id", "in", ids).execute();
}

/** Adds a collection at the end of its organization. */
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

/** Call `settleLevels` if this changes the default level or the parent. */
export async function updateCollection(
  queries: Queries,
  id: string,
  change: Partial<Omit<Row<"collection">, "id" | "level">>,
): Promise<void> {
  await queries.updateTable("collection").set(change).where("id", "=", id).execute();
}

interface CollectionFilter {
  readonly viewer: Viewer;
  /** False leaves out those inside a collection that the viewer may see. */
  readonly nested: boolean;
}

/** Collections the viewer may see, in order, after `(position, id)`. */
export function listCollections(
  queries: Queries,
  filter: CollectionFilter,
  after: readonly [position: number, id: string] | undefined,
  limit: number,
): Promise<Row<"collection">[]> {
  return selectPage(matching(queries, filter).selectAll("collection"), {
    by: ["collection.position", "collection.id"],
    order: "asc",
    after,
    limit,
  }).execute();
}

export async function countCollections(queries: Queries, filter: CollectionFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { viewer, nested }: CollectionFilter) {
  const query = queries.selectFrom("collection").where(visibleCollections(viewer));
  if (nested) return query;
  const seen = queries.selectFrom("collection").select("collection.id").where(visibleCollections(viewer));
  return query.where(({ or, eb }) =>
    or([eb("collection.parent", "is", null), eb("collection.parent", "not in", seen)]),
  );
}

/** A collection with all of its descendants. */
export function withNested(queries: Queries, id: string): Promise<Row<"collection">[]> {
  return queries
    .withRecursive("within", (within) =>
      within
        .selectFrom("collection")
        .select("collection.id")
        .where("collection.id", "=", id)
        .union(
          within.selectFrom("collection").innerJoin("within", "within.id", "collection.parent").select("collection.id"),
        ),
    )
    .selectFrom("collection")
    .selectAll("collection")
    .where("collection.id", "in", ({ selectFrom }) => selectFrom("within").select("within.id"))
    .execute();
}

/** Spaces in any of the collections, including deleted ones. */
export function spacesWithin(queries: Queries, collections: readonly string[]): Promise<Row<"space">[]> {
  return queries.selectFrom("space").selectAll().where("parent", "in", collections).execute();
}

/**
 * Removes collections whose spaces are deleted too. A space that is restored later moves to the top of the
 * organization, with the level its collection gave it.
 */
export async function deleteCollections(
  queries: Queries,
  ids: readonly string[],
  { now }: { readonly now: string },
): Promise<void> {
  await queries
    .updateTable("space")
    .set(({ ref }) => ({ default_level: ref("level") }))
    .where("parent", "in", ids)
    .where("default_level", "=", "inherit")
    .execute();
  await queries
    .updateTable("space")
    .set({ deleted_at: now })
    .where("parent", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  await queries.updateTable("space").set({ parent: null }).where("parent", "in", ids).execute();
  await queries.deleteFrom("collection").where("id", "in", ids).execute();
}
