import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { openColumn } from "../kernel/secrets/sealed-columns.ts";
import { findContentInstallation } from "./installations-rows.ts";
import { presentContentInstallation, presentInstallations, presentIntegration } from "./view.ts";

/** The space or site that an event is about. */
export interface EventSubject {
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

/** The context passed with an event: the integration, its installation and its secrets. */
export async function readEnvironment(
  context: Context,
  integration: Row<"integration">,
  installation: Row<"installation"> | undefined,
  subject: EventSubject = {},
): Promise<Readonly<Record<string, unknown>>> {
  const [installed] = installation === undefined ? [] : await presentInstallations(context, [installation]);
  const { integrationTokens, now } = context;
  return {
    integration: await presentIntegration(context, integration),
    ...(installed === undefined ? {} : { installation: installed }),
    ...(installation === undefined ? {} : await readContentEnvironment(context, installation, subject)),
    secrets: JSON.parse(openColumn(context.queries, "integration.secrets", integration)),
    signingSecrets: { integration: openColumn(context.queries, "integration.signing_secret", integration) },
    apiEndpoint: context.origin,
    apiTokens: {
      integration: integrationTokens.forIntegration(integration.id, now),
      ...(installation === undefined ? {} : { installation: integrationTokens.forInstallation(installation.id, now) }),
    },
  };
}

/** The installation on the space and on the site that an event is about. */
export async function readContentEnvironment(
  context: Context,
  { id, integration }: Pick<Row<"installation">, "id" | "integration">,
  { spaceId, siteId }: EventSubject,
): Promise<Readonly<Record<string, unknown>>> {
  const { queries } = context;
  const onSpace = spaceId === undefined ? undefined : await findContentInstallation(queries, id, "space", spaceId);
  const onSite = siteId === undefined ? undefined : await findContentInstallation(queries, id, "site", siteId);
  const present = (row: Row<"content_installation">) => presentContentInstallation(context, integration, row);
  return {
    ...(onSpace === undefined ? {} : { spaceInstallation: { ...present(onSpace), space: spaceId } }),
    ...(onSite === undefined ? {} : { siteInstallation: { ...present(onSite), site: siteId } }),
  };
}
