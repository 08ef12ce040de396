import type { Kysely } from "kysely";

/** Change requests are listed by when they were made, all of a space or those of one status. */
export async function changeRequestOrder({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex("change_request_status").execute();
  await schema
    .createIndex("change_request_status")
    .on("change_request")
    .columns(["space", "status", "created_at", "id"])
    .execute();
  await schema
    .createIndex("change_request_created")
    .on("change_request")
    .columns(["space", "created_at", "id"])
    .execute();
}
