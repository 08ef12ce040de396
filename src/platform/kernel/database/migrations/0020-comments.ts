import type { Kysely } from "kysely";

export async function comments({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("comment")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("page", "text")
    .addColumn("node", "text")
    .addColumn("cell_record", "text")
    .addColumn("cell_definition", "text")
    .addColumn("lost_revision", "text")
    .addColumn("review", "text")
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("posted_at", "text", (column) => column.notNull())
    .addColumn("edited_at", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("resolved_at", "text")
    .addColumn("resolved_by", "text")
    .addColumn("body", "text", (column) => column.notNull())
    .addUniqueConstraint("comment_number", ["place", "number"])
    .execute();
  const lists = { status: ["status"], page: ["page"], page_status: ["page", "status"], author: ["author"] };
  for (const [name, columns] of Object.entries(lists)) {
    await schema
      .createIndex(`comment_${name}`)
      .on("comment")
      .columns(["place", ...columns, "number"])
      .execute();
  }
  await schema
    .createTable("comment_reply")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("comment", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("posted_at", "text", (column) => column.notNull())
    .addColumn("edited_at", "text")
    .addColumn("body", "text", (column) => column.notNull())
    .addUniqueConstraint("comment_reply_number", ["comment", "number"])
    .execute();
  await schema
    .createTable("comment_reaction")
    .addColumn("post", "text", (column) => column.notNull())
    .addColumn("emoji", "text", (column) => column.notNull())
    .addColumn("user", "text", (column) => column.notNull())
    .addColumn("reacted_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("comment_reaction_key", ["post", "emoji", "user"])
    .execute();
  await schema
    .createTable("comment_place")
    .addColumn("place", "text", (column) => column.primaryKey())
    .addColumn("revision", "text", (column) => column.notNull())
    .addColumn("last_number", "integer", (column) => column.notNull())
    .execute();
  await schema
    .createTable("comment_tally")
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("open", "integer", (column) => column.notNull())
    .addColumn("resolved", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("comment_tally_key", ["place", "page"])
    .execute();
  await schema
    .createTable("commenter")
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("user", "text", (column) => column.notNull())
    .addColumn("posts", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("commenter_key", ["place", "user"])
    .execute();
}
