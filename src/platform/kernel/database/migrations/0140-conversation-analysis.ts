import type { Kysely } from "kysely";

/** Finds the conversations that a model has not read. */
export async function conversationAnalysis({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex("conversation_analysis")
    .on("conversation")
    .columns(["organization", "analysis", "created_at", "id"])
    .execute();
}
