import type { Kysely } from "kysely";

export async function revisionGit({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable("revision").addColumn("git", "text").execute();
}
