import type { Role } from "../../../src/contract/models/role.ts";
import { insertOrganization } from "../../../src/platform/access/people-rows.ts";
import { createToken } from "../../../src/platform/access/tokens-rows.ts";
import { createId } from "../../../src/platform/kernel/database/ids.ts";
import { addMember, createUser } from "../../../src/platform/people/index.ts";
import type { Service } from "../../pins/service.ts";

export interface Person {
  readonly user: string;
  readonly token: string;
  readonly tokenId: string;
  /** The header that acts as this person. */
  readonly headers: { readonly Authorization: string };
}

/** A new user with a token and a role in an organization; null is a member without a role. */
export async function addPerson(
  { platform }: Service,
  organization: string,
  role: Role | null,
  expiresAt?: string,
): Promise<Person> {
  const now = platform.now();
  return platform.database.write(async (queries) => {
    const { id: user } = await createUser(queries, { email: null, displayName: "Somebody" }, now);
    await addMember(queries, { organization, user, role }, now);
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    const { id, token } = await createToken(queries, { user, name: "test", createdAt: now, ...expiry });
    return { user, token, tokenId: id, headers: { Authorization: `Bearer ${token}` } };
  });
}

/** Another organization with an administrator of its own. */
export async function addOrganization(service: Service): Promise<{ organization: string; administrator: Person }> {
  const organization = createId();
  await service.platform.database.write((queries) =>
    insertOrganization(queries, {
      id: organization,
      title: "Elsewhere",
      default_role: null,
      created_at: service.platform.now(),
    }),
  );
  return { organization, administrator: await addPerson(service, organization, "admin") };
}
