import type { Queries } from "../kernel/database/tables.ts";

/** Gap between neighbours: room for 20 insertions between two before their siblings are renumbered. */
export const stride = 2 ** 20;

/** A space or collection among its siblings. */
export interface Sibling {
  readonly kind: "space" | "collection";
  readonly id: string;
  readonly position: number;
}

/** A position after everything else in an organization. */
export async function lastPosition(queries: Queries, organization: string): Promise<number> {
  const highest = async (table: "space" | "collection") => {
    const row = await queries
      .selectFrom(table)
      .select("position")
      .where("organization", "=", organization)
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    return row?.position ?? 0;
  };
  return Math.max(await highest("space"), await highest("collection")) + stride;
}

/** Children of a collection or of the organization's top level, in order, without deleted spaces. */
export function siblingsIn(queries: Queries, organization: string, parent: string | null): Promise<Sibling[]> {
  return queries
    .selectFrom("space")
    .select(({ val }) => ["id", "position", val<Sibling["kind"]>("space").as("kind")])
    .where("organization", "=", organization)
    .where("parent", parent === null ? "is" : "=", parent)
    .where("deleted_at", "is", null)
    .unionAll(({ selectFrom, val }) =>
      selectFrom("collection")
        .select(["id", "position", val<Sibling["kind"]>("collection").as("kind")])
        .where("organization", "=", organization)
        .where("parent", parent === null ? "is" : "=", parent),
    )
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export async function setPosition(queries: Queries, { kind, id, position }: Sibling): Promise<void> {
  await queries.updateTable(kind).set({ position }).where("id", "=", id).execute();
}
