import type { Generated } from "kysely";
import { compiledRow, compiledStatement } from "../kernel/database/compiled-query.ts";
import { selectPage } from "../kernel/database/row-order.ts";
import type { Json, NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";
import { selectChangeRequestIds } from "./change-requests-rows.ts";
import { levelWithin, type Viewer, visibleSpaces } from "./levels-rows.ts";
import { lastPosition } from "./positions-rows.ts";

export const findSpace = compiledRow((queries, id: string) =>
  queries.selectFrom("space").selectAll().where("id", "=", id),
);

export function findSpaces(queries: Queries, ids: readonly string[]): Promise<Row<"space">[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries.selectFrom("space").selectAll().where("id", "in", ids).execute();
}

/** Adds a space at the end of its organization. */
export async function insertSpace(queries: Queries, space: Omit<NewRow<"space">, "position" | "level">): Promise<void> {
  const position = await lastPosition(queries, space.organization);
  const level = await levelWithin(queries, space.parent ?? null, space.default_level ?? null);
  await queries
    .insertInto("space")
    .values({ ...space, position, level })
    .execute();
}

/** Call `settleLevels` if this changes the default level or the parent. */
export const updateSpace = compiledStatement(
  (queries, id: string, change: Partial<Omit<Row<"space">, "id" | "level">>) =>
    queries.updateTable("space").set(change).where("id", "=", id),
);

/** Within a collection, or in the whole organization. */
interface SpaceFilter {
  readonly viewer: Viewer;
  readonly parent?: string;
}

/** Spaces the viewer may read that are not deleted, in order, after `(position, id)`. */
export function listSpaces(
  queries: Queries,
  filter: SpaceFilter,
  after: readonly [position: number, id: string] | undefined,
  limit: number,
): Promise<Row<"space">[]> {
  return selectPage(matching(queries, filter).selectAll("space"), {
    by: ["space.position", "space.id"],
    order: "asc",
    after,
    limit,
  }).execute();
}

interface AgeSpan {
  readonly order: "asc" | "desc";
  readonly after: readonly [createdAt: string, id: string] | undefined;
  readonly limit: number;
}

/** The same by creation time. */
export function listSpacesByAge(queries: Queries, filter: SpaceFilter, span: AgeSpan): Promise<Row<"space">[]> {
  return selectPage(matching(queries, filter).selectAll("space"), {
    ...span,
    by: ["space.created_at", "space.id"],
  }).execute();
}

/** Only the ids of all of them, unordered. */
export async function visibleSpaceIds(queries: Queries, viewer: Viewer): Promise<string[]> {
  const rows = await matching(queries, { viewer }).select("space.id").execute();
  return rows.map(({ id }) => id);
}

export async function countSpaces(queries: Queries, filter: SpaceFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { viewer, parent }: SpaceFilter) {
  return queries
    .selectFrom("space")
    .where(visibleSpaces(viewer))
    .where("space.deleted_at", "is", null)
    .$if(parent !== undefined, (query) => query.where("space.parent", "=", parent ?? ""));
}

/** Including deleted spaces. */
/** Whether any organization of the installation has a space. */
export async function hasAnySpace(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom("space").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function countAllSpaces(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("space")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}

const takeNumber = compiledRow((queries, id: string) =>
  queries
    .updateTable("space")
    .set(({ eb }) => ({ last_number: eb("last_number", "+", 1) }))
    .where("id", "=", id)
    .returning("last_number"),
);

/** Allocates the next change request number of a space. */
export async function nextNumber(queries: Queries, id: string): Promise<number> {
  const taken = await takeNumber(queries, id);
  if (taken === undefined) throw new Error(`There is no space ${id}`);
  return taken.last_number;
}

/** Removes a space permanently, with its change requests and permissions. */
export async function removeSpace(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("contributor").where("change_request", "in", selectChangeRequestIds(queries, id)).execute();
  for (const table of ["change_request", "user_grant", "team_grant"] as const) {
    await queries.deleteFrom(table).where("space", "=", id).execute();
  }
  await queries.deleteFrom("space").where("id", "=", id).execute();
}

/** Columns of spaces and collections for their position in a collection or at the top of an organization. */
interface TreePosition {
  organization: string;
  /** The collection it is in; null at the top. */
  parent: string | null;
  /** Order among siblings, both spaces and collections. */
  position: number;
  /** A role, `inherit` or null, as it was set. */
  default_level: string | null;
  /**
   * The effective level: a role, `inherit` for the role in the organization, or null. Maintained by `levels-rows.ts`.
   */
  level: string | null;
}

interface CollectionTable extends TreePosition {
  id: string;
  title: string;
  description: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface SpaceTable extends TreePosition {
  id: string;
  title: string;
  emoji: string;
  visibility: string;
  edit_mode: string;
  language: string | null;
  merge_rules: Json;
  /** The active revision. */
  revision: string;
  /** Number of the latest change request. */
  last_number: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    collection: CollectionTable;
    space: SpaceTable;
  }
}
