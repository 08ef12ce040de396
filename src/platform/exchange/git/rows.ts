import type { Json, NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

/** A file's bytes, by their Git hash. */
interface GitBlobTable {
  oid: string;
  /** Address of the same bytes in the content. */
  content: string;
  /** The result of reading the text, with its version. */
  reading: Json | null;
  /** Approximately the day on which an import last found it. */
  used_at: Timestamp;
}

/** The branch that a space is synchronized with, and the last common content. */
interface GitSyncTable {
  space: string;
  /** Without credentials. */
  url: string;
  ref: string;
  directory: string;
  provider: string | null;
  /** Prefix of links to files of the repository. */
  tree_url: string | null;
  files_url: string | null;
  /** Root of the content map that was the same on both sides. */
  root: string | null;
  /** The commit with that content; null if the branch had more. */
  commit: string | null;
  /** 1 if the commit is an export. */
  exported: number;
  /** Hash of the table of contents at that time. */
  summary: string | null;
  /** The last import and what its plan depended on; null if everything must be planned. */
  planned: Json | null;
  /** When the cause of the last import or export happened. */
  caused_at: Timestamp | null;
  updated_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    git_blob: GitBlobTable;
    git_sync: GitSyncTable;
  }
}

/** Keeps the bound values in one statement far below the engine's limit. */
const batch = 200;

export async function findBlobsByOid(queries: Queries, oids: readonly string[]): Promise<Map<string, Row<"git_blob">>> {
  const found = new Map<string, Row<"git_blob">>();
  for (let start = 0; start < oids.length; start += batch) {
    const rows = await queries
      .selectFrom("git_blob")
      .innerJoin("blob", "blob.address", "git_blob.content")
      .selectAll("git_blob")
      .where("oid", "in", oids.slice(start, start + batch))
      .execute();
    for (const row of rows) found.set(row.oid, row);
  }
  return found;
}

export async function putBlobs(queries: Queries, rows: readonly NewRow<"git_blob">[]): Promise<void> {
  const blobs = [...new Map(rows.map((blob) => [blob.oid, blob])).values()];
  for (let start = 0; start < blobs.length; start += batch) {
    await queries
      .insertInto("git_blob")
      .values(blobs.slice(start, start + batch))
      .onConflict((conflict) =>
        conflict.column("oid").doUpdateSet(({ ref, fn }) => ({
          content: ref("excluded.content"),
          reading: fn.coalesce(ref("excluded.reading"), ref("git_blob.reading")),
          used_at: ref("excluded.used_at"),
        })),
      )
      .execute();
  }
}

/** Records that an import found known files. */
export async function touchBlobs(queries: Queries, oids: readonly string[], now: string): Promise<void> {
  for (let start = 0; start < oids.length; start += batch) {
    const some = oids.slice(start, start + batch);
    await queries.updateTable("git_blob").set({ used_at: now }).where("oid", "in", some).execute();
  }
}

export function findSync(queries: Queries, space: string): Promise<Row<"git_sync"> | undefined> {
  return queries.selectFrom("git_sync").selectAll().where("space", "=", space).executeTakeFirst();
}

const listSyncs = (queries: Queries, spaces: readonly string[]) =>
  queries.selectFrom("git_sync").selectAll().where("space", "in", spaces).execute();

export async function findSyncs(queries: Queries, spaces: readonly string[]): Promise<Map<string, Row<"git_sync">>> {
  if (spaces.length === 0) return new Map();
  const rows = await listSyncs(queries, spaces);
  return new Map(rows.map((row) => [row.space, row]));
}

export async function putSync(queries: Queries, row: NewRow<"git_sync">): Promise<void> {
  const { space: _, ...changed } = row;
  await queries
    .insertInto("git_sync")
    .values(row)
    .onConflict((conflict) => conflict.column("space").doUpdateSet(changed))
    .execute();
}

export async function removeSync(queries: Queries, space: string): Promise<void> {
  await queries.deleteFrom("git_sync").where("space", "=", space).execute();
}

/** Deletes up to `limit` entries for files that no import has found since a time, and returns how many. */
export async function forgetBlobs(queries: Queries, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom("git_blob")
    .where("oid", "in", (inner) =>
      inner.selectFrom("git_blob").select("oid").where("used_at", "<", before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
