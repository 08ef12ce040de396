import { parts } from "../platform/index.ts";
import type { EmbeddedPlatform } from "./connection.ts";
import { UsageError } from "./errors.ts";

/**
 * The embedded platform with the organization that `--organization` names by id or title, or the installation's own
 * without it. Throws `UsageError` that lists the candidates if none or several match.
 */
export async function withOrganization(embedded: EmbeddedPlatform, named: unknown): Promise<EmbeddedPlatform> {
  if (typeof named !== "string") return embedded;
  const organizations = await listOrganizations(embedded);
  const found = organizations.filter(({ id, title }) => id === named || title === named);
  const [organization] = found;
  if (organization !== undefined && found.length === 1) return { ...embedded, organization: organization.id };
  const known = (organization === undefined ? organizations : found).map(({ id, title }) => `  ${id}  ${title}`);
  const problem =
    organization === undefined
      ? `there is no organization "${named}".`
      : `several organizations are titled "${named}".`;
  throw new UsageError([`--organization: ${problem} Name one of these by its id:`, ...known].join("\n"));
}

/** Every organization of the installation, with or without the local user. */
export async function listOrganizations({ platform }: Pick<EmbeddedPlatform, "platform">) {
  const { listAllOrganizations } = await parts.people();
  return platform.database.read(listAllOrganizations);
}
