import { paginate } from "../../client/paginate.ts";
import type { Organization } from "../../contract/models/organization.ts";
import type { ToolContext } from "../tool.ts";
import { type Kind, onlyOne, pick } from "./pick.ts";

/** The organizations the token may look into, or the one of them that is named by id or title. Throws ToolError. */
export async function listOrganizations(
  named: string | undefined,
  { client, signal }: Pick<ToolContext, "client" | "signal">,
): Promise<Pick<Organization, "id" | "title">[]> {
  const all: Pick<Organization, "id" | "title">[] = [];
  for await (const organization of paginate(client.organizations.list, { limit: 100 }, { signal })) {
    if (mayView(organization)) all.push(organization);
  }
  if (named === undefined) return all;
  return [pick(named, all, organizationKind)];
}

/** The organization that is named, or the only one. Throws ToolError with candidates. */
export async function findOrganization(
  named: string | undefined,
  context: ToolContext,
): Promise<Pick<Organization, "id" | "title">> {
  return onlyOne(await listOrganizations(named, context), organizationKind, "organization");
}

const organizationKind: Kind = { one: "organization", many: "organizations" };

/** A guest is told the organization's name and refused everything in it. Services may leave permissions out. */
const mayView = ({ permissions }: Partial<Pick<Organization, "permissions">>) => permissions?.view !== false;
