import type { Role } from "../../src/contract/models/role.ts";
import { addMember, createUser } from "../../src/platform/access/people/index.ts";
import { createToken } from "../../src/platform/access/tokens-rows.ts";
import type { DatabaseAtTime } from "../../src/platform/kernel/database/database.ts";

export interface Colleague {
  readonly user: string;
  readonly token: string;
  readonly tokenId: string;
}

interface NewColleague {
  /** Null for a guest. */
  readonly role: Role | null;
  readonly name?: string;
  readonly email?: string;
  /** When the token ends. */
  readonly expiresAt?: string;
}

/** A new user with a token, as a member of an organization. */
export async function addColleague(
  { database, now }: DatabaseAtTime,
  organization: string,
  { role, name = "Somebody", email, expiresAt }: NewColleague,
): Promise<Colleague> {
  const time = now();
  return database.write(async (queries) => {
    const { id: user } = await createUser(queries, { email: email ?? null, displayName: name }, time);
    await addMember(queries, { organization, user, role }, time);
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    const { id, token } = await createToken(queries, { user, name: "test", createdAt: time, ...expiry });
    return { user, token, tokenId: id };
  });
}
