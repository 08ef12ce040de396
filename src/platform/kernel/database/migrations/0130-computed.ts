import type { Kysely } from "kysely";

/** Pages that ask for computed ones, by what they are computed from; and what a computed revision was made from. */
export async function computed({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("computed_page")
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("space", "text", (column) => column.notNull())
    .addColumn("spec", "text", (column) => column.notNull())
    .addColumn("job", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("computed_page_key", ["place", "page"])
    .execute();
  await schema.createIndex("computed_page_spec").on("computed_page").columns(["spec", "space"]).execute();
  await schema.createIndex("computed_page_space").on("computed_page").column("space").execute();
  await schema.alterTable("revision").addColumn("source_revision", "text").execute();
}
