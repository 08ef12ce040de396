import type { Kysely } from "kysely";

export async function content(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("organization")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("default_role", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("user")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("display_name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("member")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("user", "text", (column) => column.notNull())
    .addColumn("role", "text")
    .addColumn("joined_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("member_key", ["organization", "user"])
    .execute();
  await schema.createIndex("member_user").on("member").columns(["user"]).execute();
  await schema
    .createTable("token")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("user", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text")
    .addColumn("revoked_at", "text")
    .execute();
  await schema
    .createTable("agent_instructions")
    .addColumn("organization", "text", (column) => column.primaryKey())
    .addColumn("instructions", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("space")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("parent", "text")
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("emoji", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("edit_mode", "text", (column) => column.notNull())
    .addColumn("default_level", "text")
    .addColumn("language", "text")
    .addColumn("merge_rules", "text", (column) => column.notNull())
    .addColumn("revision", "text", (column) => column.notNull())
    .addColumn("last_number", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("deleted_at", "text")
    .execute();
  await schema.createIndex("space_organization").on("space").columns(["organization", "created_at", "id"]).execute();
  await schema
    .createTable("revision")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("space", "text", (column) => column.notNull())
    .addColumn("root", "text", (column) => column.notNull())
    .addColumn("parents", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("merged_from", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("node")
    .addColumn("address", "text", (column) => column.primaryKey())
    .addColumn("data", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("blob")
    .addColumn("address", "text", (column) => column.primaryKey())
    .addColumn("data", "blob", (column) => column.notNull())
    .execute();
  await schema
    .createTable("change_request")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("space", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("description", "text")
    .addColumn("revision", "text", (column) => column.notNull())
    .addColumn("revision_initial", "text", (column) => column.notNull())
    .addColumn("revision_merged_ancestor", "text")
    .addColumn("revision_merged", "text")
    .addColumn("issues_cluster", "text")
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addUniqueConstraint("change_request_number", ["space", "number"])
    .execute();
  await schema
    .createIndex("change_request_status")
    .on("change_request")
    .columns(["space", "status", "number"])
    .execute();
  await schema
    .createTable("contributor")
    .addColumn("change_request", "text", (column) => column.notNull())
    .addColumn("user", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("contributor_key", ["change_request", "user"])
    .execute();
  await schema
    .createTable("setting")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}
