import { findUser } from "../platform/access/people-rows.ts";
import { findSession, touchSession } from "../platform/access/sessions-rows.ts";
import type { DatabaseAtTime } from "../platform/kernel/database/database.ts";
import type { Row } from "../platform/kernel/database/tables.ts";
import { readCookie } from "./cookies.ts";

export const sessionCookie = "copydesk_session";

export interface Person {
  readonly user: Row<"user">;
  readonly session: Row<"session">;
}

/** How exactly it is noted when a session was used, in milliseconds. */
const noted = 60_000;

/** Who is signed in in the browser that sent a request. */
export async function currentPerson(request: Request, { database, now }: DatabaseAtTime): Promise<Person | undefined> {
  const secret = readCookie(request, sessionCookie);
  if (secret === undefined) return undefined;
  const time = now();
  const person = await database.read(async (queries) => {
    const session = await findSession(queries, secret, time);
    const user = session && (await findUser(queries, session.user));
    return session && user && { user, session };
  });
  if (person !== undefined && Date.parse(time) - Date.parse(person.session.last_used_at) > noted) {
    await database.write((queries) => touchSession(queries, person.session.id, time));
  }
  return person;
}
