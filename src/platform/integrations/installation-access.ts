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

async function maySee(context: Context, { name, visibility, organization }: Row<"integration">): Promise<boolean> {
  if (context.integration?.name === name) return true;
  return visibility !== "private" || (await mayIn(context, organization, "view"));
}

/** Requires an integration of an organization that the caller administers, or the integration that calls. */
export async function ownIntegrationFor(context: Context, name: string): Promise<Row<"integration">> {
  const integration = await integrationFor(context, name);
  if (context.integration?.name === name) return integration;
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

/** Requires a call with the token of an integration itself. */
export function requireIntegrationToken({ integration }: Context, operation: string): void {
  if (integration !== undefined && integration.installation === undefined) return;
  throw new Problem(
    "forbidden",
    `${operation} takes the token of an integration, which its script finds in environment.apiTokens.integration.`,
  );
}

/** Organizations with the integration that the caller may see; the publisher's administrators see all. */
export async function organizationsSeen(context: Context, integration: Row<"integration">): Promise<string[]> {
  const { installation } = context.integration ?? {};
  if (installation !== undefined) return listInstallationOrganizations(context, installation);
  const installed = await organizationsWith(context.queries, integration.name);
  if (context.integration !== undefined) return installed;
  if (await mayIn(context, integration.organization, "admin")) return installed;
  const memberships = await findMemberships(context.queries, context.user.id, installed);
  return memberships.filter(({ role }) => may(role as Role | null, "view")).map(({ organization }) => organization);
}

/** The installation of a calling integration may see its own organization only. */
async function listInstallationOrganizations({ queries }: Context, id: string): Promise<string[]> {
  const installation = await findInstallation(queries, id);
  return installation === undefined ? [] : [installation.organization];
}

async function mayIn(context: Context, organization: string, permission: "view" | "admin"): Promise<boolean> {
  const member = await findActiveMember(context.queries, organization, context.user.id);
  return member !== undefined && may(member.role as Role | null, permission);
}
