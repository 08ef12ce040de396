import { type Kysely, sql } from "kysely";

export async function reviews(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("review")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("change_request", "text", (column) => column.notNull())
    .addColumn("reviewer", "text", (column) => column.notNull())
    .addColumn("requested_by", "text")
    .addColumn("revision", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("outdated", "integer", (column) => column.notNull())
    .addColumn("comment", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("review_change_request")
    .on("review")
    .columns(["change_request", "created_at", "id"])
    .execute();
  await schema
    .createTable("requested_reviewer")
    .addColumn("change_request", "text", (column) => column.notNull())
    .addColumn("user", "text", (column) => column.notNull())
    .addColumn("requested_by", "text", (column) => column.notNull())
    .addColumn("revision", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("requested_reviewer_key", ["change_request", "user"])
    .execute();
  await schema.createIndex("requested_reviewer_user").on("requested_reviewer").columns(["user"]).execute();
  await schema.alterTable("change_request").addColumn("merged_by", "text").execute();
  await schema.alterTable("change_request").addColumn("merged_at", "text").execute();
  await sql`
    update change_request set
      merged_by = (select created_by from revision where revision.id = change_request.revision_merged),
      merged_at = (select created_at from revision where revision.id = change_request.revision_merged)
    where revision_merged is not null`.execute(database);
  await schema
    .alterTable("contributor")
    .addColumn("count", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await schema
    .alterTable("contributor")
    .addColumn("updated_at", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`
    update contributor set updated_at =
      coalesce((select updated_at from change_request where change_request.id = contributor.change_request), '')`.execute(
    database,
  );
  await schema.createIndex("contributor_user").on("contributor").columns(["user"]).execute();
  await schema
    .alterTable("organization")
    .addColumn("merge_rules", "text", (column) => column.notNull().defaultTo('{"type":"none"}'))
    .execute();
}
