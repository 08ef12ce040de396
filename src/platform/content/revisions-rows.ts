import { contentCache } from "../kernel/caches.ts";
import { compiledRow, compiledStatement } from "../kernel/database/compiled-query.ts";
import { createId } from "../kernel/database/ids.ts";
import type { NewRow, Queries } from "../kernel/database/tables.ts";

/** A Git commit, as a revision records it. */
export interface CommitOfRevision {
  readonly oid: string;
  readonly message: string;
  /** Whether this service created the commit by exporting. */
  readonly createdByService: boolean;
  readonly ref: string;
  readonly url?: string | undefined;
}

interface NewRevision {
  readonly space: string;
  readonly root: string;
  readonly parents: readonly string[];
  readonly type: "edits" | "merge" | "update" | "computed";
  readonly mergedFrom?: string;
  readonly sourceRevision?: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly git?: CommitOfRevision | undefined;
}

const insertRow = compiledStatement((queries, row: NewRow<"revision">) => queries.insertInto("revision").values(row));

export async function insertRevision(queries: Queries, revision: NewRevision): Promise<string> {
  const id = createId();
  await insertRow(queries, {
    id,
    space: revision.space,
    root: revision.root,
    parents: JSON.stringify(revision.parents),
    type: revision.type,
    merged_from: revision.mergedFrom ?? null,
    source_revision: revision.sourceRevision ?? null,
    created_at: revision.createdAt,
    created_by: revision.createdBy,
    git: revision.git === undefined ? null : JSON.stringify(revision.git),
  });
  // The next edit begins with it. After a rollback nobody asks for it.
  cacheRoot(revision.space, id, revision.root);
  return id;
}

/** The revision with this id in that space, or undefined. */
export const findRevision = compiledRow((queries, space: string, id: string) =>
  queries.selectFrom("revision").selectAll().where("id", "=", id).where("space", "=", space),
);

/** The content root of a revision that is known to be in the space. */
export async function requireRoot(queries: Queries, space: string, id: string): Promise<string> {
  const known = contentCache.get(rootKey(space, id)) as string | undefined;
  if (known !== undefined) return known;
  const revision = await findRevision(queries, space, id);
  if (revision === undefined) throw new Error(`Space ${space} lost its revision ${id}`);
  cacheRoot(space, id, revision.root);
  return revision.root;
}

/** It never changes, and no other revision has its id. */
const rootKey = (space: string, id: string) => `root of ${space} ${id}`;

function cacheRoot(space: string, id: string, root: string): void {
  contentCache.set(rootKey(space, id), root, root.length);
}

/** Records the commit that a revision was exported as. */
export async function setRevisionGit(queries: Queries, id: string, git: CommitOfRevision): Promise<void> {
  await queries
    .updateTable("revision")
    .set({ git: JSON.stringify(git) })
    .where("id", "=", id)
    .execute();
}

/** Contents stay: they are stored by address and other spaces may share them. */
export async function removeSpaceRevisions(queries: Queries, space: string): Promise<void> {
  await queries.deleteFrom("revision").where("space", "=", space).execute();
}
