import { type Kysely, sql } from "kysely";
import { packText } from "../../../openapi/packed-text.ts";

interface Before {
  readonly version: string;
  readonly position: number;
  readonly path: string;
  readonly format: string;
  readonly text: string;
  readonly content: string | null;
}

/** The files of specifications are kept packed. */
export async function openapiPacked(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.alterTable("openapi_file").renameTo("openapi_file_plain").execute();
  await schema
    .createTable("openapi_file")
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("text", "blob", (column) => column.notNull())
    .addColumn("content", "blob")
    .addPrimaryKeyConstraint("openapi_file_key", ["version", "position"])
    .execute();
  const keys = await sql<Pick<Before, "version" | "position">>`
    select version, position from openapi_file_plain`.execute(database);
  for (const { version, position } of keys.rows) {
    const { rows } = await sql<Before>`
      select * from openapi_file_plain where version = ${version} and position = ${position}`.execute(database);
    for (const { path, format, text, content } of rows) {
      const json = content ?? (text.startsWith("\uFEFF") ? text.slice(1) : null);
      await sql`insert into openapi_file values
        (${version}, ${position}, ${path}, ${format}, ${packText(text)}, ${json === null ? null : packText(json)})`.execute(
        database,
      );
    }
  }
  await schema.dropTable("openapi_file_plain").execute();
}
