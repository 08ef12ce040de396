import type { Kysely } from "kysely";

/** What the last import of a branch followed. Without it the next one plans all of its commit. */
export async function gitPlans({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable("git_sync").addColumn("planned", "text").execute();
}
