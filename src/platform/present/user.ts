import type { User } from "../../contract/models/user.ts";
import type { Context } from "../context.ts";
import { findUsers } from "../store/people.ts";
import type { Row } from "../store/tables.ts";

export function presentUser({ origin }: Context, user: Row<"user">): User {
  return {
    object: "user",
    id: user.id,
    displayName: user.display_name,
    ...(user.email === null ? {} : { email: user.email }),
    urls: { location: `${origin}/v1/users/${user.id}` },
  };
}

/** Users by their ids. */
export interface PresentedUsers {
  /** One that is no longer there keeps the id, under a name that says so. */
  of(id: string): User;
}

/** All in one question to the store. */
export async function presentedUsers(context: Context, ids: Iterable<string>): Promise<PresentedUsers> {
  const rows = await findUsers(context.queries, [...new Set(ids)]);
  const users = new Map(rows.map((row) => [row.id, presentUser(context, row)]));
  const gone = (id: string) => ({
    object: "user" as const,
    id,
    displayName: "Former user",
    urls: { location: `${context.origin}/v1/users/${id}` },
  });
  return { of: (id) => users.get(id) ?? gone(id) };
}
