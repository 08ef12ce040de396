import type { Role } from "../../contract/models/role.ts";
import { findActiveMember, findMemberships } from "../access/people-rows.ts";
import { may } from "../access/roles.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { findInstallation, organizationsWith } from "./installations-rows.ts";
import { findIntegration } from "./integrations-rows.ts";

/** Requires an integration that the caller may see. Others are reported as missing. */
export async function integrationFor(context: Context, name: string): Promise<Row<"integration">> {
  const integration = await findIntegration(context.queries, name);
  if (integration !== undefined && (await maySee(context, integration))) return integration;
  throw new Problem("not_found", `integrationName: there is no integration ${name}, or this token may not see it.`);
}

async function maySee(context: Context, { visibility, organization }: Row<"integration">): Promise<boolean> {
  return visibility !== "private" || (await mayIn(context, organization, "view"));
}

/** Requires an integration of an organization that the caller administers. */
export async function ownIntegrationFor(context: Context, name: string): Promise<Row<"integration">> {
  const integration = await integrationFor(context, name);
  if (await mayIn(context, integration.organization, "admin")) return integration;
  throw new Problem("forbidden", `integrationName: only administrators of the publisher of ${name} may do this.`);
}

export interface InstallationScope {
  readonly integration: Row<"integration">;
  readonly installation: Row<"installation">;
}

/** Requires an installation in an organization in which the caller has the right. */
export async function installationFor(
  context: Context,
  { integrationName, installationId }: { readonly integrationName: string; readonly installationId: string },
  permission: "view" | "admin",
): Promise<InstallationScope> {
  const integration = await findIntegration(context.queries, integrationName);
  const installation = await findInstallation(context.queries, installationId);
  if (integration === undefined || installation === undefined || installation.integration !== integrationName) {
    throw noInstallation(integrationName, installationId);
  }
  if (!(await mayIn(context, installation.organization, "view"))) throw noInstallation(integrationName, installationId);
  if (permission === "admin" && !(await mayIn(context, installation.organization, "admin"))) {
    throw new Problem("forbidden", "installationId: only administrators of the organization may do this.");
  }
  return { integration, installation };
}

const noInstallation = (name: string, id: string) =>
  new Problem("not_found", `installationId: ${name} has no installation ${id}, or this token may not see it.`);

/** Organizations with the integration that the caller may see; the publisher's administrators see all. */
export async function organizationsSeen(context: Context, integration: Row<"integration">): Promise<string[]> {
  const installed = await organizationsWith(context.queries, integration.name);
  if (await mayIn(context, integration.organization, "admin")) return installed;
  const memberships = await findMemberships(context.queries, context.user.id, installed);
  return memberships.filter(({ role }) => may(role as Role | null, "view")).map(({ organization }) => organization);
}

async function mayIn(context: Context, organization: string, permission: "view" | "admin"): Promise<boolean> {
  const member = await findActiveMember(context.queries, organization, context.user.id);
  return member !== undefined && may(member.role as Role | null, permission);
}
