import type { Context } from "../kernel/context.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { openColumn } from "../kernel/secrets/sealed-columns.ts";
import type { TransferSubscriber } from "../workspace/spaces/index.ts";
import { recordRemoval, uninstallAllFrom } from "./content-installations.ts";
import { countEvents, deleteEvents, deleteWaiting } from "./events-rows.ts";
import { deleteInstallation, listContentInstallationsByInstallation } from "./installations-rows.ts";
import { deleteIntegration } from "./integrations-rows.ts";
import { recordEvent } from "./queue-event.ts";

/** Removes an installation. Its final event says that it was removed, and from where. */
export async function removeInstallation(context: Context, installation: Row<"installation">): Promise<void> {
  await deleteWaiting(context.queries, installation.id);
  for (const row of await listContentInstallationsByInstallation(context.queries, installation.id)) {
    await recordRemoval(context, installation, row);
  }
  await deleteInstallation(context.queries, installation.id);
  const configuration = JSON.parse(openColumn(context.queries, "installation.configuration", installation)) as unknown;
  const previous = { status: installation.status, configuration };
  await recordEvent(context, installation, { type: "installation_deleted", previous });
}

/** Installations of the previous organization that transferred spaces were added to individually lose them. */
export const installationTransferSubscriber: TransferSubscriber = {
  async transferred(context, spaces) {
    for (const space of spaces) await uninstallAllFrom(context, "space", space);
  },
};

/** Removes an unpublished integration, once its installations have been notified. */
export async function removeUnpublished(queries: Queries, name: string): Promise<void> {
  if ((await countEvents(queries, { integration: name, status: "waiting" })) === 0) {
    await removeIntegration(queries, name);
  }
}

/** Removes the data of an integration without installations. */
export async function removeIntegration(queries: Queries, name: string): Promise<void> {
  await deleteEvents(queries, name);
  await deleteIntegration(queries, name);
}
