import type { NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

export async function insertUpload(queries: Queries, upload: NewRow<"upload">): Promise<void> {
  await queries.insertInto("upload").values(upload).execute();
}

/** Uploads of the user with these keys that have not expired, without their bytes. */
export function findUploads(
  queries: Queries,
  user: string,
  uploads: readonly string[],
  now: string,
): Promise<Pick<Row<"upload">, "key" | "name">[]> {
  return queries
    .selectFrom("upload")
    .select(["key", "name"])
    .where("key", "in", uploads)
    .where("user", "=", user)
    .where("expires_at", ">", now)
    .execute();
}

export async function readUpload(queries: Queries, key: string): Promise<Row<"upload"> | undefined> {
  return queries.selectFrom("upload").selectAll().where("key", "=", key).executeTakeFirst();
}

export async function removeExpiredUploads(queries: Queries, now: string): Promise<void> {
  await queries.deleteFrom("upload").where("expires_at", "<=", now).execute();
}

export async function removeUploads(queries: Queries, uploads: readonly string[]): Promise<void> {
  if (uploads.length > 0) await queries.deleteFrom("upload").where("key", "in", uploads).execute();
}

/** Bytes uploaded for an import. */
interface UploadTable {
  key: string;
  user: string;
  name: string;
  data: Uint8Array;
  expires_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    upload: UploadTable;
  }
}
