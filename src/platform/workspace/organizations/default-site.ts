import type { DefaultContent } from "../../../contract/models/organization.ts";
import { findOrganization, updateOrganization } from "../../access/people-rows.ts";
import type { Context } from "../../kernel/context.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { readSettings } from "./view.ts";

declare module "../../kernel/context.ts" {
  interface Setup {
    /** Whether an organization has a site of this id. */
    hasSite(queries: Queries, organization: string, site: string): Promise<boolean>;
  }
}

/** Rejects a site that members could not be shown first. */
export async function requireOwnSite(
  context: Context,
  organization: string,
  content: DefaultContent | null | undefined,
): Promise<void> {
  if (content == null || (await context.hasSite(context.queries, organization, content.site))) return;
  throw new Problem(
    "bad_request",
    `defaultContent.site: the organization has no site ${JSON.stringify(content.site)}. Name one of listSites, or send null for none.`,
  );
}

/** Removes a site that is being deleted from what members are shown first. */
export async function unsetDefaultSite(queries: Queries, organization: string, site: string): Promise<void> {
  const row = await findOrganization(queries, organization);
  if (row === undefined) return;
  const { defaultContent, ...settings } = readSettings(row);
  if (defaultContent?.site !== site) return;
  await updateOrganization(queries, organization, { settings: JSON.stringify(settings) });
}
