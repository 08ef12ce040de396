import type { IntegrationScope } from "../../contract/models/integration.ts";
import type { Effect } from "../../contract/operation.ts";
import { isAsFar, type Reach } from "../../contract/reach.ts";

type Scope = (typeof IntegrationScope)["options"][number];

/** What is known of an operation before it runs. */
export interface AskedOperation {
  readonly path: string;
  readonly effect: Effect;
  /** How far this call goes. */
  readonly reach: Reach;
}

interface Opening {
  readonly path: RegExp;
  /** The scope for reading; undefined where integrations may not. */
  readonly read: Scope | undefined;
  readonly write: Scope | undefined;
}

/** Which paths a scope opens; the first that fits counts, and what fits none is shut. */
const openings: readonly Opening[] = [
  { path: /^\/spaces\/\{spaceId\}$/, read: "space:metadata:read", write: "space:metadata:write" },
  { path: /^\/spaces\/\{spaceId\}\/git\/info$/, read: "space:git:sync", write: undefined },
  // It takes content of other spaces.
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
 * The scope that opens an operation to an installation; undefined where none does. Approving, deleting, publishing and
 * whatever concerns people and rights is for people.
 */
export function scopeOfOperation({ path, effect, reach }: AskedOperation): Scope | undefined {
  const opening = openings.find((one) => one.path.test(path));
  if (effect === "read") return opening?.read;
  if (reach === "approves" || reach === "runs" || isAsFar(reach, "deletes")) return undefined;
  return opening?.write;
}
