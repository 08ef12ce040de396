import { type Kysely, sql } from "kysely";
import { packText } from "../../../openapi/packed-text.ts";

/** Texts that were handed in and are not read yet are kept packed, as files are. */
export async function openapiGivenPacked(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.alterTable("openapi_given").renameTo("openapi_given_plain").execute();
  await schema
    .createTable("openapi_given")
    .addColumn("spec", "text", (column) => column.primaryKey())
    .addColumn("text", "blob", (column) => column.notNull())
    .execute();
  const { rows } = await sql<{ spec: string; text: string }>`select spec, text from openapi_given_plain`.execute(
    database,
  );
  for (const { spec, text } of rows) {
    await sql`insert into openapi_given (spec, text) values (${spec}, ${packText(text)})`.execute(database);
  }
  await schema.dropTable("openapi_given_plain").execute();
}
