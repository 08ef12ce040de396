import type { DefaultContent, Organization, OrganizationUseCase } from "../../../contract/models/organization.ts";
import type { Role } from "../../../contract/models/role.ts";
import { may } from "../../access/roles.ts";
import { appAddress } from "../../kernel/app-address.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";

/** Members that are stored as sent. Null means removed. */
interface OrganizationSettings {
  readonly emailDomains?: string[];
  readonly useCase?: OrganizationUseCase;
  readonly hostname?: string;
  readonly defaultContent?: DefaultContent | null;
  readonly logo?: string | null;
  readonly sso?: boolean;
  readonly ai?: boolean;
  readonly inviteLinks?: boolean;
}

export const readSettings = ({ settings }: Pick<Row<"organization">, "settings">): OrganizationSettings =>
  JSON.parse(settings) as OrganizationSettings;

export function presentOrganization(
  context: Context,
  organization: Row<"organization">,
  role: Role | null,
  ownsTeam: boolean,
): Organization {
  const admin = may(role, "admin");
  const {
    emailDomains = [],
    useCase,
    hostname,
    defaultContent,
    logo,
    sso = false,
    ai = false,
    inviteLinks = false,
  } = readSettings(organization);
  return {
    object: "organization",
    id: organization.id,
    title: organization.title,
    createdAt: organization.created_at,
    emailDomains,
    ...(hostname === undefined ? {} : { hostname }),
    type: "business",
    ...(useCase === undefined ? {} : { useCase }),
    defaultRole: organization.default_role as Role | null,
    ...(defaultContent == null ? {} : { defaultContent }),
    sso,
    ai,
    inviteLinks,
    plan: "internal",
    mergeRules: JSON.parse(organization.merge_rules) as Organization["mergeRules"],
    trial: { status: "notapplicable", count: 0 },
    urls: {
      location: `${context.origin}/v1/orgs/${organization.id}`,
      app: appAddress(context, { kind: "organization", organization: organization.id }),
      ...(logo == null ? {} : { logo }),
    },
    permissions: {
      view: true,
      access: true,
      admin,
      ownTeam: ownsTeam,
      createContent: may(role, "create"),
      createOpenAPISpec: may(role, "create"),
      ingestConversations: may(role, "create"),
      viewBilling: admin,
      listMembers: may(role, "view"),
      listTeams: may(role, "view"),
      listIntegrations: may(role, "view"),
      listInstallations: may(role, "view"),
      installIntegration: admin,
    },
  };
}

/** The view for someone who may join but has not: merge rules and content locations are only for members. */
export function presentToOutsider(context: Context, organization: Row<"organization">): Organization {
  const presented = presentOrganization(context, organization, null, false);
  const { defaultContent: _, ...open } = presented;
  return {
    ...open,
    mergeRules: { type: "none" },
    permissions: { ...presented.permissions, view: false, access: false },
  };
}
