import type { Role } from "../../../src/contract/models/role.ts";
import { insertFurtherOrganization } from "../../../src/platform/access/people-rows.ts";
import { createId } from "../../../src/platform/kernel/database/ids.ts";
import type { Service } from "../../pins/service.ts";
import { addColleague, type Colleague } from "../../support/colleague.ts";

export interface Person extends Colleague {
  /** The header that authenticates as this person. */
  readonly headers: { readonly Authorization: string };
}

/** A new user with a token and a role in an organization; null for a member without a role. */
export async function addPerson(
  { platform }: Service,
  organization: string,
  role: Role | null,
  expiresAt?: string,
): Promise<Person> {
  const expiry = expiresAt === undefined ? {} : { expiresAt };
  const person = await addColleague(platform, organization, { role, ...expiry });
  return { ...person, headers: { Authorization: `Bearer ${person.token}` } };
}

/** Another organization with a separate administrator. */
export async function addOrganization(service: Service): Promise<{ organization: string; administrator: Person }> {
  const organization = createId();
  await service.platform.database.write((queries) =>
    insertFurtherOrganization(queries, {
      id: organization,
      title: "Elsewhere",
      default_role: null,
      created_at: service.platform.now(),
    }),
  );
  return { organization, administrator: await addPerson(service, organization, "admin") };
}
