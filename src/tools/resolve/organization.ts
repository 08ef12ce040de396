import { paginate } from "../../client/paginate.ts";
import type { Organization } from "../../contract/models/organization.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { candidateLines } from "./candidates.ts";

/** The organizations the token may look into, or the one of them that is named by id or title. Throws ToolError. */
export async function listOrganizations(
  named: string | undefined,
  { client, signal }: ToolContext,
): Promise<Pick<Organization, "id" | "title">[]> {
  const all: Pick<Organization, "id" | "title">[] = [];
  for await (const organization of paginate(client.organizations.list, { limit: 100 }, { signal })) {
    if (mayView(organization)) all.push(organization);
  }
  if (named === undefined) return all;
  const wanted = named.trim().toLowerCase();
  const found = all.filter(({ id, title }) => id === named.trim() || title.toLowerCase() === wanted);
  if (found.length === 1) return found;
  const problem = found.length === 0 ? "There is no organization" : "More than one organization is called";
  const candidates = found.length === 0 ? all : found;
  throw new ToolError(`${problem} ${JSON.stringify(named.slice(0, 200))}. There are:\n${candidateLines(candidates)}`);
}

/** A guest is told the organization's name and refused everything in it. Services may leave permissions out. */
const mayView = ({ permissions }: Partial<Pick<Organization, "permissions">>) => permissions?.view !== false;
