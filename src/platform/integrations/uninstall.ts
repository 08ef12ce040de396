import type { Context } from "../kernel/context.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import type { TransferSubscriber } from "../spaces/index.ts";
import { countEvents, deleteEvents, deleteWaiting } from "./events-rows.ts";
import {
  contentInstallationsOf,
  deleteContentInstallation,
  deleteInstallation,
  findSpaceInstallations,
} from "./installations-rows.ts";
import { deleteIntegration } from "./integrations-rows.ts";
import { tell } from "./record-event.ts";

/** Removes an installation. Its final event says that it was removed, and from where. */
export async function removeInstallation(context: Context, installation: Row<"installation">): Promise<void> {
  await deleteWaiting(context.queries, installation.id);
  for (const row of await contentInstallationsOf(context.queries, installation.id)) {
    await announceRemoval(context, installation, row);
  }
  await deleteInstallation(context.queries, installation.id);
  const previous = { status: installation.status, configuration: JSON.parse(installation.configuration) as unknown };
  await tell(context, installation, { type: "installation_deleted", previous });
}

/** Installations of the former organization that transferred spaces were added to individually lose them. */
export const installationTransferSubscriber: TransferSubscriber = {
  async transferred(context, spaces) {
    for (const { installation, row } of await findSpaceInstallations(context.queries, spaces)) {
      await deleteContentInstallation(context.queries, row);
      await announceRemoval(context, installation, row);
    }
  },
};

async function announceRemoval(
  context: Context,
  installation: Row<"installation">,
  row: Row<"content_installation">,
): Promise<void> {
  const configuration = JSON.parse(row.configuration) as unknown;
  const about = row.kind === "space" ? { spaceId: row.content } : { siteId: row.content };
  await tell(context, installation, {
    type: `${row.kind}_installation_deleted`,
    ...about,
    previous: { status: row.status, configuration },
  });
}

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
