import type { IntegrationScope } from "../../contract/models/integration.ts";
import type { AnyOperation, Effect } from "../../contract/operation.ts";
import { computeReach, isAsFar, type Reach } from "../../contract/reach.ts";
import { findActiveMember, findUser, firstMember } from "../access/people-rows.ts";
import { findSpace } from "../access/spaces-rows.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { expiryFrom, isSigned, sign } from "../kernel/signature.ts";
import {
  type ContentKind,
  findContentInstallation,
  findInstallation,
  findInstallationIn,
} from "./installations-rows.ts";
import { findIntegration, findIntegrationById } from "./integrations-rows.ts";

/** Distinguish these tokens from users' tokens, and from each other. */
const prefixes = { installation: "cpi_", integration: "cpn_" };

/** A call before it runs. */
export interface TokenCall {
  readonly operation: AnyOperation;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Its validated input. Throws `Problem`. */
  parse(): Readonly<Record<string, unknown>>;
}

/** The integration that makes a call. */
interface CallingIntegration {
  /** By name. */
  readonly name: string;
  /** The only installation that it may use, by id; undefined if it may use all of its own. */
  readonly installation: string | undefined;
  /** Of that installation. */
  readonly scopes: readonly string[];
}

interface IntegrationCaller {
  /** Whose rights limit the call, and in whose name it is made. */
  readonly user: Row<"user">;
  readonly integration: CallingIntegration;
}

/**
 * Tokens for an integration's API calls, valid for an hour. They are not stored: without its integration or
 * installation, a token is invalid.
 *
 * The token of an installation has the integration's current scopes, where the installation is active, limited by the
 * rights of the user who installed it. The token of an integration works on its record and its installations, and has
 * the same rights as the token of an installation in the organization of each.
 */
export class IntegrationTokens {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  forInstallation(id: string, now: string): string {
    return this.#make("installation", id, now);
  }

  /** The id of an integration changes when its name is published again. */
  forIntegration(id: string, now: string): string {
    return this.#make("integration", id, now);
  }

  #make(kind: keyof typeof prefixes, id: string, now: string): string {
    const expiry = expiryFrom(now);
    return `${prefixes[kind]}${id}.${expiry}.${sign(this.#key, [kind, id, expiry])}`;
  }

  /** What a valid token is of, as in `installation <id>`; undefined for any other. */
  findSubject(token: string, now: string): string | undefined {
    for (const kind of ["installation", "integration"] as const) {
      const id = token.startsWith(prefixes[kind]) ? this.#read(kind, token, now) : undefined;
      if (id !== undefined) return `${kind} ${id}`;
    }
    return undefined;
  }

  /** The caller of a token; undefined if it is not one of these. Throws `unauthorized`, `forbidden` and `not_found`. */
  async findCaller(
    queries: Queries,
    authorization: string | null,
    now: string,
    call: TokenCall,
  ): Promise<IntegrationCaller | undefined> {
    const token = /^Bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1] ?? "";
    if (token.startsWith(prefixes.installation)) {
      return callAsInstallation(queries, this.#read("installation", token, now), call);
    }
    if (token.startsWith(prefixes.integration)) {
      return callAsIntegration(queries, this.#read("integration", token, now), call);
    }
    return undefined;
  }

  /** The id in a token, if it is valid. */
  #read(kind: keyof typeof prefixes, token: string, now: string): string | undefined {
    const [id = "", expiry = "", signature = ""] = token.slice(prefixes[kind].length).split(".");
    const isValid =
      isSigned(this.#key, [kind, id, Number(expiry)], signature) && Number(expiry) * 1000 > Date.parse(now);
    return isValid ? id : undefined;
  }
}

async function callAsInstallation(
  queries: Queries,
  id: string | undefined,
  call: TokenCall,
): Promise<IntegrationCaller> {
  const installation = id === undefined ? undefined : await findInstallation(queries, id);
  const integration = installation && (await findIntegration(queries, installation.integration));
  if (installation === undefined || integration === undefined || installation.status === "paused") {
    throw new Problem("unauthorized", "The token's installation is gone or paused, or the token has expired.");
  }
  const user = await requireInstaller(queries, installation, "unauthorized");
  if (!isOfInstallation(installation, call)) await requireAllowed(queries, installation, integration, call);
  const scopes = effectiveScopes(installation.scopes, integration.scopes);
  return { user, integration: { name: integration.name, installation: installation.id, scopes } };
}

async function callAsIntegration(
  queries: Queries,
  id: string | undefined,
  call: TokenCall,
): Promise<IntegrationCaller> {
  const integration = id === undefined ? undefined : await findIntegrationById(queries, id);
  if (integration === undefined) {
    throw new Problem("unauthorized", "The token's integration is unpublished, or the token has expired.");
  }
  const calling = { name: integration.name, installation: undefined, scopes: [] };
  if (isOfIntegration(integration, call)) {
    const publisher = await firstMember(queries, integration.organization);
    const user = publisher && (await findUser(queries, publisher.user));
    if (user === undefined) throw new Problem("unauthorized", "The integration's publisher has no members left.");
    return { user, integration: calling };
  }
  const installation = await findAddressed(queries, integration, call.params);
  const user = await requireInstaller(queries, installation, "forbidden");
  if (!isOfInstallation(installation, call)) await requireAllowed(queries, installation, integration, call);
  const scopes = effectiveScopes(installation.scopes, integration.scopes);
  return { user, integration: { ...calling, installation: installation.id, scopes } };
}

/** The installation of an integration that a call is about: the one it names, or the one in its organization. */
async function findAddressed(
  queries: Queries,
  { name }: Row<"integration">,
  { installationId, organizationId, spaceId }: TokenCall["params"],
): Promise<Row<"installation">> {
  const space = spaceId === undefined ? undefined : await findSpace(queries, spaceId);
  const organization = organizationId ?? space?.organization;
  const installation =
    installationId !== undefined
      ? await findInstallation(queries, installationId)
      : organization !== undefined
        ? await findInstallationIn(queries, name, organization)
        : undefined;
  if (installation?.integration === name && installation.status !== "paused") return installation;
  throw new Problem("not_found", `${name} is not installed there.`);
}

/** Whoever installed an integration, while they are an active member of the organization. */
export async function findInstaller(
  queries: Queries,
  { organization, created_by }: Row<"installation">,
): Promise<Row<"user"> | undefined> {
  const user = await findUser(queries, created_by);
  if (user === undefined || user.disabled === 1) return undefined;
  return (await findActiveMember(queries, organization, user.id)) && user;
}

/** `code`: the token of an installation ends with its installer, and that of an integration stays valid elsewhere. */
async function requireInstaller(
  queries: Queries,
  installation: Row<"installation">,
  code: "unauthorized" | "forbidden",
): Promise<Row<"user">> {
  const user = await findInstaller(queries, installation);
  if (user !== undefined) return user;
  throw new Problem(code, "Whoever installed the integration has left: an administrator has to install it again.");
}

/** Whether an installation works and has a scope. */
export const isGiven = (installation: Row<"installation">, integration: Row<"integration">, scope: Scope): boolean =>
  installation.status === "active" && effectiveScopes(installation.scopes, integration.scopes).includes(scope);

/** Throws `forbidden` unless an installation works and has a scope. */
export function requireGiven(
  installation: Row<"installation">,
  integration: Row<"integration">,
  scope: Scope | "none",
  what: string,
): void {
  if (scope !== "none" && !effectiveScopes(installation.scopes, integration.scopes).includes(scope)) {
    const isRequested = (JSON.parse(integration.scopes) as string[]).includes(scope);
    throw new Problem(
      "forbidden",
      isRequested
        ? `${what} needs the scope ${scope}, which this installation was not given: an administrator has to install ${integration.name} again.`
        : `${what} needs the scope ${scope}, which ${integration.name} does not have.`,
    );
  }
  if (installation.status !== "active") {
    throw new Problem("forbidden", "The installation is not configured yet, and works on nothing.");
  }
}

async function requireAllowed(
  queries: Queries,
  installation: Row<"installation">,
  integration: Row<"integration">,
  call: TokenCall,
): Promise<void> {
  const { operation, params } = call;
  const request = { path: operation.path, effect: operation.effect, reach: reachOfCall(call) };
  const scope = scopeOfOperation(request);
  if (scope === undefined) throw new Problem("forbidden", `${operation.id} is not open to integrations.`);
  requireGiven(installation, integration, scope, operation.id);
  const { organizationId, spaceId, siteId } = params;
  const isElsewhere =
    (organizationId !== undefined && organizationId !== installation.organization) ||
    (spaceId !== undefined && !(await worksOnSpace(queries, installation, spaceId))) ||
    (siteId !== undefined && !(await worksOn(queries, installation, "site", siteId)));
  if (isElsewhere) throw new Problem("not_found", "The installation of this token does not work there.");
  if (operation.id === "listSpacesInOrganizationById" && installation.space_selection !== "all") {
    throw new Problem(
      "forbidden",
      "The installation works on selected spaces only: list them with listIntegrationInstallationSpaces.",
    );
  }
}

const reachOfCall = ({ operation: { reach }, parse }: TokenCall) =>
  typeof reach === "string" ? reach : computeReach(reach, parse());

const ownFields = new Set([
  ...["integrationName", "installationId", "spaceId", "siteId", "extended"],
  ...["configuration", "externalIds"],
]);

const installationPath = "/integrations/{integrationName}/installations/{installationId}";

/** What an integration reads and configures of one installation, including on which spaces and sites it is. */
const pathsOfInstallation: ReadonlySet<string> = new Set([
  installationPath,
  ...[`${installationPath}/spaces`, `${installationPath}/spaces/{spaceId}`],
  ...[`${installationPath}/sites`, `${installationPath}/sites/{siteId}`],
]);

/** An integration reads and configures its own installation, but does not choose where it is installed. */
function isOfInstallation({ id, integration }: Row<"installation">, { operation, params, parse }: TokenCall): boolean {
  if (params.integrationName !== integration) return false;
  if (operation.effect === "read" && pathsOfIntegration.has(operation.path)) {
    return operation.id !== "listIntegrationSiteInstallations";
  }
  if (!pathsOfInstallation.has(operation.path) || params.installationId !== id) return false;
  if (operation.effect === "read") return true;
  return operation.effect === "update" && Object.keys(parse()).every((name) => ownFields.has(name));
}

/** What an integration reads of itself and its installations. */
const pathsOfIntegration: ReadonlySet<string> = new Set([
  "/integrations/{integrationName}",
  ...["/integrations/{integrationName}/events", "/integrations/{integrationName}/events/{eventId}"],
  ...["/integrations/{integrationName}/installations", "/integrations/{integrationName}/spaces"],
  "/integrations/{integrationName}/sites",
]);

/** Starts with only the integration's own token. */
const startedByIntegration: ReadonlySet<string> = new Set([
  "queueIntegrationTask",
  "createIntegrationInstallationToken",
]);

function isOfIntegration({ name }: Row<"integration">, { operation, params }: TokenCall): boolean {
  if (params.integrationName !== name) return false;
  return (
    (operation.effect === "read" && pathsOfIntegration.has(operation.path)) || startedByIntegration.has(operation.id)
  );
}

async function worksOnSpace(queries: Queries, installation: Row<"installation">, id: string): Promise<boolean> {
  const space = await findSpace(queries, id);
  return space?.organization === installation.organization && (await worksOn(queries, installation, "space", id));
}

async function worksOn(
  queries: Queries,
  { id, space_selection, site_selection }: Row<"installation">,
  kind: ContentKind,
  content: string,
): Promise<boolean> {
  if ((kind === "space" ? space_selection : site_selection) === "all") return true;
  return (await findContentInstallation(queries, id, kind, content))?.status === "active";
}

declare module "../kernel/context.ts" {
  interface Setup {
    readonly integrationTokens: IntegrationTokens;
  }
  interface Context {
    /** Set in calls with the token of an integration or an installation. */
    readonly integration?: CallingIntegration | undefined;
  }
}

/** The scopes of an installation: those granted, as far as its integration still requests them. Both are JSON. */
export function effectiveScopes(granted: string, requested: string): string[] {
  const wanted = new Set(JSON.parse(requested) as string[]);
  return (JSON.parse(granted) as string[]).filter((scope) => wanted.has(scope));
}

type Scope = (typeof IntegrationScope)["options"][number];

/** What is known about an operation before it runs. */
interface CalledOperation {
  readonly path: string;
  readonly effect: Effect;
  /** The reach of this call. */
  readonly reach: Reach;
}

interface Opening {
  readonly path: RegExp;
  /** The scope for reading; undefined if integrations may not. */
  readonly read: Scope | "none" | undefined;
  readonly write: Scope | undefined;
  /** The scope is only for this operation, so it allows it whatever its reach. */
  readonly isNamed?: true;
}

/** The paths that a scope allows; the first match applies, and unmatched paths are denied. */
const openings: readonly Opening[] = [
  { path: /^\/spaces\/\{spaceId\}$/, read: "space:metadata:read", write: "space:metadata:write" },
  { path: /^\/spaces\/\{spaceId\}\/git\/info$/, read: "space:git:sync", write: undefined },
  { path: /^\/spaces\/\{spaceId\}\/git\/(import|export)$/, read: undefined, write: "space:git:sync", isNamed: true },
  // It copies content from other spaces.
  { path: /\/content\/template$/, read: undefined, write: undefined },
  {
    path: /^\/spaces\/\{spaceId\}\/(content|revisions|change-requests|comments|search)(\/|$)/,
    read: "space:content:read",
    write: "space:content:write",
  },
  { path: /^\/orgs\/\{organizationId\}$/, read: "none", write: undefined },
  { path: /^\/orgs\/\{organizationId\}\/spaces$/, read: "space:metadata:read", write: undefined },
  { path: /^\/orgs\/\{organizationId\}\/openapi(\/|$)/, read: "openapi:read", write: "openapi:write" },
  { path: /^\/orgs\/\{organizationId\}\/conversations$/, read: undefined, write: "conversations:ingest" },
  {
    path: /^\/orgs\/\{organizationId\}\/sites\/\{siteId\}\/adaptive-schema(\/|$)/,
    read: "site:adaptive:read",
    write: "site:adaptive:write",
    isNamed: true,
  },
  {
    path: /^\/orgs\/\{organizationId\}\/sites\/\{siteId\}(\/(structure|sections|section-groups|site-spaces))?$/,
    read: "site:metadata:read",
    write: undefined,
  },
];

/**
 * The scope that allows an installation to call an operation; undefined if none does, `none` if it needs none.
 * Approving, deleting, publishing and everything about people and rights is reserved for people.
 */
function scopeOfOperation({ path, effect, reach }: CalledOperation): Scope | "none" | undefined {
  const opening = openings.find((one) => one.path.test(path));
  if (effect === "read") return opening?.read;
  const isReserved = reach === "approves" || reach === "runs" || isAsFar(reach, "deletes");
  if (isReserved && opening?.isNamed !== true) return undefined;
  return opening?.write;
}
