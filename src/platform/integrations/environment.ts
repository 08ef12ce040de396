import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { presentInstallations, presentIntegration } from "./view.ts";

/** What an integration is given along with an event: who it is, where it is installed, and its secrets. */
export async function environmentOf(
  context: Context,
  integration: Row<"integration">,
  installation: Row<"installation"> | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const [installed] = installation === undefined ? [] : await presentInstallations(context, [installation]);
  return {
    integration: await presentIntegration(context, integration),
    ...(installed === undefined ? {} : { installation: installed }),
    secrets: JSON.parse(integration.secrets),
    signingSecrets: { integration: integration.signing_secret },
    apiEndpoint: context.origin,
    apiTokens:
      installation === undefined ? {} : { installation: context.installationTokens.make(installation.id, context.now) },
  };
}
