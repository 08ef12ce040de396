import { parts } from "../platform/index.ts";
import type { EmbeddedPlatform } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { listOrganizations } from "./named-organization.ts";

export interface NamedUser {
  readonly id: string;
  readonly display_name: string;
  readonly email: string | null;
  readonly disabled: number;
}

/** The user with an id or e-mail address. Throws `UsageError`, also for a disabled user unless that is allowed. */
export async function findNamedUser(
  { platform }: Pick<EmbeddedPlatform, "platform">,
  named: string,
  { disabledToo = false, source = "--user" }: { readonly disabledToo?: boolean; readonly source?: string } = {},
): Promise<NamedUser> {
  const [{ findUser, findUserByEmail }, { normalizeEmail }] = await Promise.all([parts.people(), parts.emailAddress()]);
  const email = normalizeEmail(named);
  const user = await platform.database.read((queries) =>
    email === undefined ? findUser(queries, named) : findUserByEmail(queries, email),
  );
  if (user === undefined)
    throw new UsageError(`${source}: there is no user ${named}. Give an id or an e-mail address.`);
  if (user.disabled === 1 && !disabledToo) {
    throw new UsageError(`${source}: ${named} is disabled and may not sign in.`);
  }
  return user;
}

/** The space with an id or a title. Throws `UsageError` that lists the candidates if none or several match. */
export async function findNamedSpace(embedded: EmbeddedPlatform, name: string) {
  const { listSpaces } = await parts.spaces();
  const organizations = await listOrganizations(embedded);
  const spaces: (Awaited<ReturnType<typeof listSpaces>>[number] & { readonly organizationTitle: string })[] = [];
  for (const { id: organization, title: organizationTitle } of organizations) {
    const viewer = { organization, user: embedded.user, role: "admin" };
    const some = await embedded.platform.database.read((queries) => listSpaces(queries, { viewer }, undefined, 10_000));
    spaces.push(...some.map((space) => ({ ...space, organizationTitle })));
  }
  const found = spaces.filter((space) => space.id === name || space.title === name);
  const [space] = found;
  if (space !== undefined && found.length === 1) return space;
  const known = (space === undefined ? spaces : found).map(
    ({ id, title, organizationTitle }) =>
      `  ${id}  ${title}${organizations.length > 1 ? `  (${organizationTitle})` : ""}`,
  );
  const problem = space === undefined ? `There is no space "${name}".` : `Several spaces are titled "${name}".`;
  throw new UsageError([`${problem} Name one of these by its id:`, ...known].join("\n"));
}
