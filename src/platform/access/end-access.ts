import type { Queries } from "../kernel/database/tables.ts";
import { endAgentsOf } from "./agents-rows.ts";
import { endSessions } from "./sessions-rows.ts";
import { endLinks } from "./sign-in-links-rows.ts";
import { revokeTokens } from "./tokens-rows.ts";

/** Ends everything a user is signed in with. */
export async function endAccess(queries: Queries, user: string, now: string): Promise<void> {
  await endSessions(queries, user);
  await endLinks(queries, user);
  await endAgentsOf(queries, user);
  await revokeTokens(queries, user, now);
}
