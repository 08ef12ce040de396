import type { IntegrationScope } from "../../contract/models/integration.ts";
import type { AnyOperation, Effect } from "../../contract/operation.ts";
import { isAsFar, type Reach, reachOf } from "../../contract/reach.ts";
import { findActiveMember, findUser } from "../access/people-rows.ts";
import { findSpace } from "../access/spaces-rows.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { expiryFrom, isSigned, sign } from "../kernel/signature.ts";
import { type ContentKind, findContentInstallation, findInstallation } from "./installations-rows.ts";
import { findIntegration } from "./integrations-rows.ts";

/** Distinguishes these tokens from users' tokens. */
const prefix = "cpi_";

/** A call before it runs. */
export interface TokenCall {
  readonly operation: AnyOperation;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Its validated input. Throws `Problem`. */
  parse(): Readonly<Record<string, unknown>>;
}

/**
 * Tokens for an integration's API calls for one installation, valid for an hour. They have the integration's current
 * scopes, where the installation is active, limited by the rights of the user who installed it. They are not stored:
 * without its installation, a token is invalid.
 */
export class InstallationTokens {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  make(installation: string, now: string): string {
    const expiry = expiryFrom(now);
    return `${prefix}${installation}.${expiry}.${sign(this.#key, ["installation", installation, expiry])}`;
  }

  /** The caller of a token; undefined if it is not one of these. Throws `unauthorized` and `forbidden`. */
  async userOf(
    queries: Queries,
    authorization: string | null,
    now: string,
    call: TokenCall,
  ): Promise<Row<"user"> | undefined> {
    const token = /^Bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1] ?? "";
    if (!token.startsWith(prefix)) return undefined;
    const [id = "", expiry = "", signature = ""] = token.slice(prefix.length).split(".");
    const isOurs = isSigned(this.#key, ["installation", id, Number(expiry)], signature);
    const installation =
      isOurs && Number(expiry) * 1000 > Date.parse(now) ? await findInstallation(queries, id) : undefined;
    const integration = installation && (await findIntegration(queries, installation.integration));
    if (installation === undefined || integration === undefined || installation.status === "paused") {
      throw new Problem("unauthorized", "The token's installation is gone or paused, or the token has expired.");
    }
    const user = await findUser(queries, installation.created_by);
    const member = user && (await findActiveMember(queries, installation.organization, user.id));
    if (user === undefined || user.disabled === 1 || member === undefined) {
      throw new Problem(
        "unauthorized",
        "Whoever installed the integration has left: an administrator has to install it again.",
      );
    }
    await requireAllowed(queries, installation, integration, call);
    return user;
  }
}

async function requireAllowed(
  queries: Queries,
  installation: Row<"installation">,
  integration: Row<"integration">,
  call: TokenCall,
): Promise<void> {
  const { operation, params } = call;
  if (isOwn(installation, call)) return;
  const asked = { path: operation.path, effect: operation.effect, reach: reachOfCall(call) };
  const scope = scopeOfOperation(asked);
  if (scope === undefined) throw new Problem("forbidden", `${operation.id} is not open to integrations.`);
  if (!effectiveScopes(installation.scopes, integration.scopes).includes(scope)) {
    const isAsked = (JSON.parse(integration.scopes) as string[]).includes(scope);
    throw new Problem(
      "forbidden",
      isAsked
        ? `${operation.id} needs the scope ${scope}, which this installation was not given: an administrator has to install ${integration.name} again.`
        : `${operation.id} needs the scope ${scope}, which ${integration.name} does not have.`,
    );
  }
  if (installation.status !== "active") {
    throw new Problem("forbidden", "The installation is not configured yet, and works on nothing.");
  }
  const { organizationId, spaceId, siteId } = params;
  const isElsewhere =
    (organizationId !== undefined && organizationId !== installation.organization) ||
    (spaceId !== undefined && !(await worksOnSpace(queries, installation, spaceId))) ||
    (siteId !== undefined && !(await worksOn(queries, installation, "site", siteId)));
  if (isElsewhere) throw new Problem("not_found", "The installation of this token does not work there.");
}

const reachOfCall = ({ operation: { reach }, parse }: TokenCall) =>
  typeof reach === "string" ? reach : reachOf(reach, parse());

const ownFields = new Set(["integrationName", "installationId", "configuration", "externalIds"]);

/** An integration reads and configures its own installation, but does not choose where it is installed. */
function isOwn({ id, integration }: Row<"installation">, { operation, params, parse }: TokenCall): boolean {
  if (operation.path !== "/integrations/{integrationName}/installations/{installationId}") return false;
  if (params.integrationName !== integration || params.installationId !== id) return false;
  if (operation.effect === "read") return true;
  return operation.effect === "update" && Object.keys(parse()).every((name) => ownFields.has(name));
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
    readonly installationTokens: InstallationTokens;
  }
}

/** The scopes of an installation: those granted, as far as its integration still requests them. Both are JSON. */
export function effectiveScopes(given: string, asked: string): string[] {
  const wanted = new Set(JSON.parse(asked) as string[]);
  return (JSON.parse(given) as string[]).filter((scope) => wanted.has(scope));
}

type Scope = (typeof IntegrationScope)["options"][number];

/** What is known about an operation before it runs. */
interface AskedOperation {
  readonly path: string;
  readonly effect: Effect;
  /** The reach of this call. */
  readonly reach: Reach;
}

interface Opening {
  readonly path: RegExp;
  /** The scope for reading; undefined if integrations may not. */
  readonly read: Scope | undefined;
  readonly write: Scope | undefined;
}

/** The paths that a scope allows; the first match applies, and unmatched paths are denied. */
const openings: readonly Opening[] = [
  { path: /^\/spaces\/\{spaceId\}$/, read: "space:metadata:read", write: "space:metadata:write" },
  { path: /^\/spaces\/\{spaceId\}\/git\/info$/, read: "space:git:sync", write: undefined },
  // It copies content from other spaces.
  { path: /\/content\/template$/, read: undefined, write: undefined },
  {
    path: /^\/spaces\/\{spaceId\}\/(content|revisions|change-requests|comments|search)(\/|$)/,
    read: "space:content:read",
    write: "space:content:write",
  },
  { path: /^\/orgs\/\{organizationId\}\/openapi(\/|$)/, read: "openapi:read", write: "openapi:write" },
  { path: /^\/orgs\/\{organizationId\}\/conversations$/, read: undefined, write: "conversations:ingest" },
  {
    path: /^\/orgs\/\{organizationId\}\/sites\/\{siteId\}\/adaptive-schema(\/|$)/,
    read: "site:adaptive:read",
    write: "site:adaptive:write",
  },
  {
    path: /^\/orgs\/\{organizationId\}\/sites\/\{siteId\}(\/(structure|sections|section-groups|site-spaces))?$/,
    read: "site:metadata:read",
    write: undefined,
  },
];

/**
 * The scope that allows an installation to call an operation; undefined if none does. Approving, deleting, publishing
 * and everything about people and rights is reserved for people.
 */
function scopeOfOperation({ path, effect, reach }: AskedOperation): Scope | undefined {
  const opening = openings.find((one) => one.path.test(path));
  if (effect === "read") return opening?.read;
  if (reach === "approves" || reach === "runs" || isAsFar(reach, "deletes")) return undefined;
  return opening?.write;
}
