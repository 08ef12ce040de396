import type { Kysely } from "kysely";

/** Change requests and import runs are listed in the order in which they were made, which ends every index. */
export async function orderMade({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ["change_request_status", "change_request_created", "import_run_organization"]) {
    await schema.dropIndex(name).execute();
  }
  await schema.createIndex("change_request_status").on("change_request").columns(["space", "status"]).execute();
  await schema.createIndex("change_request_space").on("change_request").columns(["space"]).execute();
  await schema.createIndex("import_run_organization").on("import_run").columns(["organization"]).execute();
}
