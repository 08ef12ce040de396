import type { Kysely } from "kysely";

export async function confirmations({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("used_confirmation")
    .addColumn("nonce", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
}
