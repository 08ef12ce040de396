import type { Kysely } from "kysely";

export async function upkeep({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex("import_run_job").on("import_run").columns(["job"]).execute();
}
