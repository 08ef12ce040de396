import { type Kysely, sql } from "kysely";

export async function collections(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("collection")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("parent", "text")
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn("default_level", "text")
    .addColumn("level", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("collection_place").on("collection").columns(["organization", "position", "id"]).execute();
  await schema.createIndex("collection_parent").on("collection").columns(["parent", "position", "id"]).execute();
  await schema
    .alterTable("space")
    .addColumn("position", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable("space").addColumn("level", "text").execute();
  // Spaces were listed the oldest first, and had no collections to be in.
  await sql`
    update space set
      parent = null,
      level = default_level,
      position = 1048576 * (
        select count(*) from space as earlier
        where earlier.organization = space.organization
          and (earlier.created_at < space.created_at
            or (earlier.created_at = space.created_at and earlier.id <= space.id)))`.execute(database);
  await schema.dropIndex("space_organization").execute();
  await schema.createIndex("space_place").on("space").columns(["organization", "position", "id"]).execute();
  await schema.createIndex("space_parent").on("space").columns(["parent", "position", "id"]).execute();
}
