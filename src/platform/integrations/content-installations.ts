import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { openColumn, sealColumn } from "../kernel/secrets/sealed-columns.ts";
import { getForm, isComplete, readConfiguration } from "./configuration.ts";
import type { InstallationScope } from "./installation-access.ts";
import {
  type ContentKind,
  deleteContentInstallation,
  findContentInstallation,
  findInstallation,
  listContentInstallationsByContent,
  putContentInstallation,
} from "./installations-rows.ts";
import { recordEvent } from "./queue-event.ts";

type ContentInstallation = Row<"content_installation">;

/** Installs an integration on a space or site that the caller administers. */
export async function installOn(
  context: Context,
  { integration, installation }: InstallationScope,
  kind: ContentKind,
  content: string,
): Promise<ContentInstallation> {
  const { target } = integration;
  if (target !== "all" && target !== kind) {
    throw new Problem(
      "conflict",
      `integrationName: ${integration.name} is installed on a ${target}, not on a ${kind}.`,
    );
  }
  if ((await findContentInstallation(context.queries, installation.id, kind, content)) !== undefined) {
    throw new Problem("conflict", `${fields[kind]}: ${integration.name} works on the ${kind} already.`);
  }
  const form = getForm(integration, kind);
  const configuration = readConfiguration(form, {}, "configuration");
  const key = { installation: installation.id, kind, content };
  const row: ContentInstallation = {
    ...key,
    status: isComplete(form, configuration) ? "active" : "pending",
    configuration: sealConfiguration(context, key, configuration),
    external_ids: "[]",
    created_at: context.now,
    updated_at: context.now,
  };
  await putContentInstallation(context.queries, row);
  await recordEvent(context, installation, {
    type: `${kind}_installation_setup`,
    ...toEventSubject(row),
    status: row.status,
  });
  return row;
}

/** The field of a request that names the space or site. */
const fields: Readonly<Record<ContentKind, string>> = { space: "space", site: "siteId" };

const toEventSubject = ({ kind, content }: Pick<ContentInstallation, "kind" | "content">) =>
  kind === "space" ? { spaceId: content } : { siteId: content };

const openConfiguration = ({ queries }: Context, row: ContentInstallation) =>
  JSON.parse(openColumn(queries, "content_installation.configuration", row)) as Record<string, unknown>;

const sealConfiguration = (
  { queries }: Context,
  key: Pick<ContentInstallation, "installation" | "kind" | "content">,
  configuration: object,
) => sealColumn(queries, "content_installation.configuration", key, JSON.stringify(configuration));

export async function requireOn(
  { queries }: Context,
  { id, integration }: Row<"installation">,
  kind: ContentKind,
  content: string,
): Promise<ContentInstallation> {
  const row = await findContentInstallation(queries, id, kind, content);
  if (row !== undefined) return row;
  throw new Problem("not_found", `${kind}Id: ${integration} is not installed on the ${kind} ${content}.`);
}

interface ContentChange {
  readonly externalIds: readonly string[] | undefined;
  readonly configuration: Readonly<Record<string, unknown>> | undefined;
}

export async function updateOn(
  context: Context,
  { integration, installation }: InstallationScope,
  kind: ContentKind,
  content: string,
  { externalIds, configuration }: ContentChange,
): Promise<ContentInstallation> {
  const before = await requireOn(context, installation, kind, content);
  const form = getForm(integration, kind);
  const previous = openConfiguration(context, before);
  const values = configuration === undefined ? previous : readConfiguration(form, configuration, "configuration");
  const ready = isComplete(form, values) ? "active" : "pending";
  const row: ContentInstallation = {
    ...before,
    status: before.status === "paused" ? before.status : ready,
    configuration: sealConfiguration(context, before, values),
    external_ids: externalIds === undefined ? before.external_ids : JSON.stringify(externalIds),
    updated_at: context.now,
  };
  await putContentInstallation(context.queries, row);
  await recordEvent(context, installation, {
    type: `${kind}_installation_setup`,
    ...toEventSubject(row),
    status: row.status,
    previous: { status: before.status, configuration: previous },
  });
  return row;
}

/** Whether there was something to remove. */
export async function uninstallFrom(
  context: Context,
  installation: Row<"installation">,
  kind: ContentKind,
  content: string,
): Promise<boolean> {
  const row = await findContentInstallation(context.queries, installation.id, kind, content);
  if (row === undefined) return false;
  await deleteContentInstallation(context.queries, row);
  await recordRemoval(context, installation, row);
  return true;
}

/** Sends the event that an integration was removed from a space or site. */
export async function recordRemoval(
  context: Context,
  installation: Row<"installation">,
  row: ContentInstallation,
): Promise<void> {
  const configuration = openConfiguration(context, row);
  await recordEvent(context, installation, {
    type: `${row.kind}_installation_deleted`,
    ...toEventSubject(row),
    previous: { status: row.status, configuration },
  });
}

/** Removes all integrations from a space or site that is deleted. */
export async function uninstallAllFrom(context: Context, kind: ContentKind, content: string): Promise<void> {
  for (const row of await listContentInstallationsByContent(context.queries, kind, content)) {
    const installation = await findInstallation(context.queries, row.installation);
    await deleteContentInstallation(context.queries, row);
    if (installation !== undefined) await recordRemoval(context, installation, row);
  }
}
