import { Kysely, sql } from "kysely";
import { isSqliteError, openSqlite } from "../../kernel/database/engine/sqlite/connection.ts";
import { type SchemaState, schemaState } from "../../kernel/database/migrations.ts";

/** A backup's metadata, stored with the data. */
interface BackupManifest {
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Version of the Copydesk that made it. */
  readonly version: string;
}

export interface BackedUpFile {
  /** A file's name, without folders. */
  readonly name: string;
  readonly data: Uint8Array;
}

export interface Backup extends BackupManifest {
  readonly spaces: number;
  readonly fonts: readonly BackedUpFile[];
  readonly schema: SchemaState;
}

interface BackupTables {
  backup: { format: number; created_at: string; version: string };
  backup_font: { name: string; data: Uint8Array };
  schema_step: { name: string };
  space: { id: string; deleted_at: string | null };
}

const format = 1;

/** Turns a copy of a database into a backup, which stays a single file. */
export async function writeManifest(
  file: string,
  { createdAt, version }: BackupManifest,
  fonts: readonly BackedUpFile[],
): Promise<void> {
  await onFile(file, "alone", async (database) => {
    const { schema } = database;
    await schema
      .createTable("backup")
      .addColumn("format", "integer", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("version", "text", (column) => column.notNull())
      .execute();
    await schema
      .createTable("backup_font")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("data", "blob", (column) => column.notNull())
      .execute();
    await database.insertInto("backup").values({ format, created_at: createdAt, version }).execute();
    for (const { name, data } of fonts) await database.insertInto("backup_font").values({ name, data }).execute();
  });
}

/** The contents of a backup; undefined for a database that is not a backup. */
export function readManifest(file: string): Promise<Backup | undefined> {
  return onFile(file, "read", async (database) => {
    const { rows } = await sql`select 1 from sqlite_schema where name in ('backup', 'schema_step')`.execute(database);
    if (rows.length < 2) return undefined;
    const row = await database.selectFrom("backup").selectAll().executeTakeFirst();
    if (row === undefined || row.format !== format) return undefined;
    const steps = await database.selectFrom("schema_step").select("name").execute();
    return {
      createdAt: row.created_at,
      version: row.version,
      spaces: (await database.selectFrom("space").select("id").where("deleted_at", "is", null).execute()).length,
      fonts: await database.selectFrom("backup_font").selectAll().execute(),
      schema: schemaState(steps.map(({ name }) => name)),
    };
  });
}

/** Removes the backup's metadata, leaving the data folder's database as it was. */
export async function removeManifest(file: string): Promise<void> {
  await onFile(file, "alone", async (database) => {
    await database.schema.dropTable("backup").execute();
    await database.schema.dropTable("backup_font").execute();
  });
}

/** Whether a file is not a database at all. */
export async function isNoDatabase(file: string): Promise<boolean> {
  try {
    await onFile(file, "read", (database) => sql`select 1 from sqlite_schema limit 1`.execute(database));
    return false;
  } catch (error) {
    if (isSqliteError(error, "SQLITE_NOTADB")) return true;
    throw error;
  }
}

async function onFile<Result>(
  file: string,
  mode: "alone" | "read",
  work: (database: Kysely<BackupTables>) => Promise<Result>,
): Promise<Result> {
  const opened = await openSqlite(file, mode);
  try {
    return await work(new Kysely<BackupTables>({ dialect: opened.dialect }));
  } finally {
    opened.close();
  }
}

/** A backup cannot be made or restored. The message names the file or folder and what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
