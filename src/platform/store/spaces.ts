import type { NewRow, Queries, Row } from "./tables.ts";

export function findSpace(queries: Queries, id: string): Promise<Row<"space"> | undefined> {
  return queries.selectFrom("space").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function insertSpace(queries: Queries, space: NewRow<"space">): Promise<void> {
  await queries.insertInto("space").values(space).execute();
}

export async function updateSpace(
  queries: Queries,
  id: string,
  change: Partial<Omit<Row<"space">, "id" | "organization">>,
): Promise<void> {
  await queries.updateTable("space").set(change).where("id", "=", id).execute();
}

/** Spaces that are not deleted, the oldest first, from after `(createdAt, id)`. */
export function listSpaces(
  queries: Queries,
  organization: string,
  after: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<Row<"space">[]> {
  return queries
    .selectFrom("space")
    .selectAll()
    .where("organization", "=", organization)
    .where("deleted_at", "is", null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("created_at", "id"), ">", tuple(after?.[0] ?? "", after?.[1] ?? "")),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function countSpaces(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("space")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deleted spaces included. */
export async function countAllSpaces(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("space")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes the next change request number of a space. */
export async function nextNumber(queries: Queries, id: string): Promise<number> {
  const { last_number } = await queries
    .updateTable("space")
    .set(({ eb }) => ({ last_number: eb("last_number", "+", 1) }))
    .where("id", "=", id)
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number;
}
