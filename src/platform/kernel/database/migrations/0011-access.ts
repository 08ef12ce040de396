import type { Kysely } from "kysely";

export async function access({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("team")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("team_organization").on("team").columns(["organization", "title", "id"]).execute();
  await schema
    .createTable("team_member")
    .addColumn("team", "text", (column) => column.notNull())
    .addColumn("user", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull().defaultTo("member"))
    .addColumn("joined_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("team_member_key", ["team", "user"])
    .execute();
  await schema.createIndex("team_member_user").on("team_member").columns(["user"]).execute();
  for (const [table, subject] of [
    ["user_grant", "user"],
    ["team_grant", "team"],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn("space", "text", (column) => column.notNull())
      .addColumn(subject, "text", (column) => column.notNull())
      .addColumn("role", "text")
      .addColumn("granted_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ["space", subject])
      .execute();
    await schema.createIndex(`${table}_${subject}`).on(table).columns([subject]).execute();
  }
  await schema.alterTable("member").addColumn("last_seen_at", "text").execute();
  await schema
    .alterTable("member")
    .addColumn("disabled", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable("member")
    .addColumn("sso", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
