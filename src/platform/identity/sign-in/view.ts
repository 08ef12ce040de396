import type { SamlProvider, SsoLogin } from "../../../contract/models/organization.ts";
import type { Role } from "../../../contract/models/role.ts";
import type { Viewer } from "../../access/levels-rows.ts";
import { presentTeams } from "../../access/people/index.ts";
import { findTeams } from "../../access/teams-rows.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { samlService } from "./certificates.ts";
import { isActive } from "./recognize.ts";

const getBaseUrl = ({ publicUrl, origin }: Context) => publicUrl ?? origin;

export async function presentSamlProviders(
  context: Context,
  viewer: Viewer,
  providers: readonly Row<"saml_provider">[],
): Promise<SamlProvider[]> {
  const ids = providers.map(({ default_team }) => default_team).filter((id) => id !== null);
  const teams = await presentTeams(context, viewer, await findTeams(context.queries, viewer.organization, ids));
  const byId = new Map(teams.map((team) => [team.id, team]));
  return providers.map((provider) => {
    const team = byId.get(provider.default_team ?? "");
    return {
      object: "saml-provider",
      id: provider.id,
      label: provider.label,
      ssoURL: provider.sso_url,
      entityID: provider.entity_id,
      certificate: provider.certificate,
      ...(team === undefined ? {} : { defaultTeam: team }),
      defaultRole: provider.default_role as Role | null,
      createdAt: provider.created_at,
      status: isActive(provider) ? "active" : "pending",
      service: { ...samlService(getBaseUrl(context), provider.id) },
      urls: { location: `${context.origin}/v1/orgs/${provider.organization}/saml/${provider.id}` },
    };
  });
}

export function presentLogin(context: Context, { id, label }: Row<"saml_provider">): SsoLogin {
  return { id, label, startURL: samlService(getBaseUrl(context), id).startURL };
}
