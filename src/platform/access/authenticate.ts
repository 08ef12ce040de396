import { includesScope, isScope, type Reach, reaches, type Scope } from "../../contract/reach.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { findTokenEntry, findUserEntry, type NamedObjects, type SpaceEntry } from "./entry-rows.ts";
import { findUser } from "./people-rows.ts";
import { findTokenOwner } from "./tokens-rows.ts";

/** An in-process caller, in place of a token's user. A request cannot set it. */
export interface Acting {
  readonly user: string;
  readonly scope: Scope;
}

/** The caller, and the most that their credential allows. */
export interface Access {
  readonly user: Row<"user">;
  readonly scope: Scope;
  /** Absent if the caller is in process. */
  readonly token?: { readonly id: string; readonly lastUsedAt: string | null };
}

/** What a request says about its caller. */
interface Credentials {
  /** As in the header. */
  readonly authorization: string | null;
  readonly acting: Acting | undefined;
  /** ISO 8601, UTC. */
  readonly now: string;
}

/** Returns the caller of a request, together with the caller's access to what it names. Throws `unauthorized`. */
export async function authenticate(
  queries: Queries,
  { authorization, acting, now }: Credentials,
  named?: NamedObjects,
): Promise<Access & { readonly entry?: SpaceEntry }> {
  if (acting !== undefined) return authenticateActing(queries, acting, named);
  const token = requireBearer(authorization);
  if (named === undefined) {
    const owner = await findTokenOwner(queries, token, now);
    if (owner === undefined) throw unknownToken();
    const { token: id, scope, last_used_at: lastUsedAt, ...user } = owner;
    return { user, scope: toScope(scope), token: { id, lastUsedAt } };
  }
  const entry = await findTokenEntry(queries, { token, now }, named);
  if (entry === undefined) throw unknownToken();
  const { id, scope, lastUsedAt } = entry.token;
  return { user: entry.user, scope: toScope(scope), token: { id, lastUsedAt }, entry };
}

/** A scope from a later version is treated as the narrowest. */
const toScope = (scope: string): Scope => (isScope(scope) ? scope : "read");

/** The token in an `Authorization`. */
export const bearerToken = (header: string | null): string | undefined => /^Bearer +(\S+)\s*$/i.exec(header ?? "")?.[1];

function requireBearer(header: string | null): string {
  const secret = bearerToken(header);
  if (secret !== undefined) return secret;
  throw new Problem("unauthorized", "The Authorization header is missing or is not `Bearer <token>`.");
}

export const unknownToken = () => new Problem("unauthorized", "The token is unknown, revoked or expired.");

const goneUser = () => new Problem("unauthorized", "The user is disabled or gone.");

async function authenticateActing(
  queries: Queries,
  { user: id, scope }: Acting,
  named: NamedObjects | undefined,
): Promise<Access & { readonly entry?: SpaceEntry }> {
  const entry = named && (await findUserEntry(queries, id, named));
  const user = named === undefined ? await findUser(queries, id) : entry?.user;
  if (user === undefined || user.disabled === 1) throw goneUser();
  return { user, scope, ...(entry && { entry }) };
}

/** Throws `forbidden` if a credential does not allow a call with this reach. */
export function requireScope({ scope }: Access, reach: Reach, what: string): void {
  const needed = reaches[reach].scope;
  if (includesScope(scope, needed)) return;
  throw new Problem(
    "forbidden",
    `${what} requires a token with the scope "${needed}", and this one has "${scope}". Do the task without it, or ask the person for a token with that scope (copydesk token create --scope ${needed}).`,
  );
}
