import type { Kysely } from "kysely";

export async function openapi({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("openapi_spec")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull())
    .addColumn("source_url", "text")
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("version", "text")
    .addColumn("job", "text", (column) => column.notNull())
    .addColumn("processed_at", "text")
    .addColumn("error_code", "text")
    .addColumn("errors", "text", (column) => column.notNull())
    .addColumn("error_count", "integer", (column) => column.notNull())
    .addColumn("etag", "text")
    .addColumn("last_modified", "text")
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("openapi_spec_slug").on("openapi_spec").columns(["organization", "slug"]).unique().execute();
  await schema.createIndex("openapi_spec_public").on("openapi_spec").columns(["public_key"]).unique().execute();
  await schema
    .createTable("openapi_given")
    .addColumn("spec", "text", (column) => column.primaryKey())
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("openapi_version")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("spec", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("changes", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("openapi_version_number")
    .on("openapi_version")
    .columns(["spec", "number"])
    .unique()
    .execute();
  await schema
    .createTable("openapi_file")
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("content", "text")
    .addPrimaryKeyConstraint("openapi_file_key", ["version", "position"])
    .execute();
}
