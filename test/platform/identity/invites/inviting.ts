import type { Role } from "../../../../src/contract/models/role.ts";
import type { Answer, Service } from "../../../pins/service.ts";
import { addColleague } from "../../../support/colleague.ts";
import { text } from "../../http/content.ts";
import { addOrganization, type Person } from "../../http/people.ts";

/** Sends JSON as a person; by default as the local administrator. */
export const ask = (service: Service, line: string, body?: unknown, by?: Person): Promise<Answer> =>
  service.send(line, {
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(by === undefined ? {} : { headers: by.headers }),
  });

export const switchLinks = (service: Service, inviteLinks: boolean) =>
  ask(service, `PATCH /v1/orgs/${service.organization}`, { inviteLinks });

/** Creates an invite link and returns its secret. */
export async function makeLink(service: Service, fields: object): Promise<string> {
  await switchLinks(service, true);
  const made = await ask(service, `POST /v1/orgs/${service.organization}/link-invites`, fields);
  return text(made, "id");
}

/** Invites an address, without mail, and returns the secret of its address. */
export async function inviteAddress(service: Service, email: string, role: Role | null): Promise<string> {
  const made = await ask(service, `POST /v1/orgs/${service.organization}/invites`, { emails: [email], role });
  const { pathname } = new URL(text(made, "invitations.0.url"));
  return pathname.slice("/app/invite/".length);
}

export const join = (service: Service, secret: string, by: Person): Promise<Answer> =>
  ask(service, `POST /v1/orgs/${service.organization}/invites/${secret}`, undefined, by);

/** A user of another organization, with an address. */
export async function makeOutsider(service: Service, email?: string): Promise<Person> {
  const { organization } = await addOrganization(service);
  const person = await addColleague(service.platform, organization, {
    role: "read",
    ...(email === undefined ? {} : { email }),
  });
  return { ...person, headers: { Authorization: `Bearer ${person.token}` } };
}

/** The role of a member; undefined for a non-member. */
export async function roleOf(service: Service, user: string): Promise<Role | null | undefined> {
  const { status, json } = await ask(service, `GET /v1/orgs/${service.organization}/members/${user}`);
  return status === 200 ? (json as { role: Role | null }).role : undefined;
}
