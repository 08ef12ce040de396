import type { Queries } from "../kernel/database/tables.ts";
import { countEvents, deleteEvents } from "./events-rows.ts";
import { deleteIntegration } from "./integrations-rows.ts";

/** Removes an integration that is unpublished, once its installations were told so. */
export async function removeUnpublished(queries: Queries, name: string): Promise<void> {
  if ((await countEvents(queries, { integration: name, status: "waiting" })) === 0) {
    await removeIntegration(queries, name);
  }
}

/** Removes what is stored of an integration without installations. */
export async function removeIntegration(queries: Queries, name: string): Promise<void> {
  await deleteEvents(queries, name);
  await deleteIntegration(queries, name);
}
