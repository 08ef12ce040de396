import { parts } from "../platform/index.ts";
import type { EmbeddedPlatform } from "./connection.ts";
import { UsageError } from "./errors.ts";

export interface NamedUser {
  readonly id: string;
  readonly display_name: string;
  readonly email: string | null;
  readonly disabled: number;
}

/** The user whom somebody names by id or e-mail address. Throws `UsageError`; for disabled ones, where they may not be. */
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
