import { includesScope, isScope, type Reach, reaches, type Scope } from "../../contract/reach.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { type EntryTarget, findTokenEntry, findUserEntry, type SpaceEntry } from "./entry-rows.ts";
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

/** Returns the caller of a request; `header` is its `Authorization`. Throws `unauthorized`. */
export async function authenticate(
  queries: Queries,
  header: string | null,
  now: string,
  acting: Acting | undefined,
): Promise<Access> {
  if (acting !== undefined) return authenticateActing(queries, acting);
  const owner = await findTokenOwner(queries, requireBearer(header), now);
  if (owner === undefined) throw unknownToken();
  const { token, scope, last_used_at: lastUsedAt, ...user } = owner;
  // A scope from a later version is treated as the narrowest.
  return { user, scope: isScope(scope) ? scope : "read", token: { id: token, lastUsedAt } };
}

/** The same, together with the caller's access to a space, and the change request. */
export async function authenticateAt(
  queries: Queries,
  header: string | null,
  now: string,
  acting: Acting | undefined,
  target: EntryTarget,
): Promise<Access & { readonly entry: SpaceEntry }> {
  if (acting !== undefined) {
    const entry = await findUserEntry(queries, acting.user, target);
    if (entry === undefined || entry.user.disabled === 1) throw goneUser();
    return { user: entry.user, scope: acting.scope, entry };
  }
  const entry = await findTokenEntry(queries, requireBearer(header), now, target);
  if (entry === undefined) throw unknownToken();
  const { id, scope, lastUsedAt } = entry.token;
  return { user: entry.user, scope: isScope(scope) ? scope : "read", token: { id, lastUsedAt }, entry };
}

/** The token in an `Authorization`. */
export const parseBearer = (header: string | null): string | undefined => /^Bearer +(\S+)\s*$/i.exec(header ?? "")?.[1];

function requireBearer(header: string | null): string {
  const secret = parseBearer(header);
  if (secret !== undefined) return secret;
  throw new Problem("unauthorized", "The Authorization header is missing or is not `Bearer <token>`.");
}

export const unknownToken = () => new Problem("unauthorized", "The token is unknown, revoked or expired.");

const goneUser = () => new Problem("unauthorized", "The user is disabled or gone.");

async function authenticateActing(queries: Queries, { user: id, scope }: Acting): Promise<Access> {
  const user = await findUser(queries, id);
  if (user === undefined || user.disabled === 1) throw goneUser();
  return { user, scope };
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
