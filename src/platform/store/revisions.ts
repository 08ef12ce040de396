import { createId } from "./ids.ts";
import type { Queries, Row } from "./tables.ts";

export interface NewRevision {
  readonly space: string;
  readonly root: string;
  readonly parents: readonly string[];
  readonly type: "edits" | "merge" | "update";
  readonly mergedFrom?: string;
  readonly createdAt: string;
  readonly createdBy: string;
}

export async function insertRevision(queries: Queries, revision: NewRevision): Promise<string> {
  const id = createId();
  await queries
    .insertInto("revision")
    .values({
      id,
      space: revision.space,
      root: revision.root,
      parents: JSON.stringify(revision.parents),
      type: revision.type,
      merged_from: revision.mergedFrom ?? null,
      created_at: revision.createdAt,
      created_by: revision.createdBy,
    })
    .execute();
  return id;
}

/** A revision of that space, or undefined. */
export function findRevision(queries: Queries, space: string, id: string): Promise<Row<"revision"> | undefined> {
  return queries.selectFrom("revision").selectAll().where("id", "=", id).where("space", "=", space).executeTakeFirst();
}
