import type { Kysely } from "kysely";

export async function conversations({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("conversation")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("subject", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("metadata", "text", (column) => column.notNull())
    .addColumn("parts", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("pending", "integer", (column) => column.notNull())
    .addColumn("analysis", "text")
    .addColumn("model_attempts", "integer", (column) => column.notNull())
    .addColumn("impact", "text")
    .addColumn("processed_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("ingested_at", "text", (column) => column.notNull())
    .addColumn("ingested_by", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("conversation_key", ["organization", "id"])
    .execute();
  await schema
    .createIndex("conversation_created")
    .on("conversation")
    .columns(["organization", "created_at", "id"])
    .execute();
  await schema
    .createIndex("conversation_source")
    .on("conversation")
    .columns(["organization", "source", "created_at", "id"])
    .execute();
  await schema
    .createIndex("conversation_pending")
    .on("conversation")
    .columns(["organization", "pending", "id"])
    .execute();

  await schema
    .createTable("conversation_issue")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("conversation", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("impact", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("terms", "text", (column) => column.notNull())
    .addColumn("cluster", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("ingested_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("conversation_issue_created")
    .on("conversation_issue")
    .columns(["organization", "created_at", "id"])
    .execute();
  await schema
    .createIndex("conversation_issue_conversation")
    .on("conversation_issue")
    .columns(["organization", "conversation", "position"])
    .unique()
    .execute();
  await schema
    .createIndex("conversation_issue_cluster")
    .on("conversation_issue")
    .columns(["cluster", "created_at", "id"])
    .execute();

  await schema
    .createTable("issue_cluster")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("summary", "text", (column) => column.notNull())
    .addColumn("icon", "text", (column) => column.notNull())
    .addColumn("described_by", "text", (column) => column.notNull())
    .addColumn("described_issues", "integer", (column) => column.notNull())
    .addColumn("muted", "integer", (column) => column.notNull())
    .addColumn("impact", "text", (column) => column.notNull())
    .addColumn("sources", "text", (column) => column.notNull())
    .addColumn("issues", "integer", (column) => column.notNull())
    .addColumn("conversations", "integer", (column) => column.notNull())
    .addColumn("merged_into", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  for (const order of ["updated_at", "issues", "conversations"]) {
    await schema
      .createIndex(`issue_cluster_${order}`)
      .on("issue_cluster")
      .columns(["organization", "merged_into", order, "id"])
      .execute();
  }
  await schema.createIndex("issue_cluster_merged").on("issue_cluster").columns(["merged_into"]).execute();

  await schema
    .createIndex("change_request_cluster")
    .on("change_request")
    .columns(["issues_cluster", "created_at", "id"])
    .execute();

  await schema
    .createTable("issue_grouping")
    .addColumn("organization", "text", (column) => column.primaryKey())
    .addColumn("changed_issues", "integer", (column) => column.notNull())
    .execute();
}
