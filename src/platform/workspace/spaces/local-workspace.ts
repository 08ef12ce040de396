import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findLocalOrganization, insertMember, insertOrganization, insertUser } from "../../access/people-rows.ts";
import { createToken, findToken } from "../../access/tokens-rows.ts";
import type { Database } from "../../kernel/database/database.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { findSetting, settingOr } from "../../kernel/settings-rows.ts";

/** The organization and user that a data folder is created with. */
interface LocalWorkspace {
  readonly organization: string;
  readonly user: string;
}

/**
 * Creates the local organization, user and membership if the data folder has none. Two concurrent starts create only
 * one.
 */
export async function ensureWorkspace(database: Database, now: string): Promise<LocalWorkspace> {
  const found = await database.read(findWorkspace);
  if (found !== undefined) return found;
  return database.write(async (queries) => {
    const existing = await findWorkspace(queries);
    if (existing !== undefined) return existing;
    const [organization, user] = [createId(), createId()];
    await insertOrganization(queries, { id: organization, title: "Local", default_role: null, created_at: now });
    await insertUser(queries, { id: user, display_name: "Local user", email: null, created_at: now });
    await insertMember(queries, { organization, user, role: "admin", joined_at: now });
    await settingOr(queries, localUser, () => user);
    return { organization, user };
  });
}

/**
 * The setting that names the user as whom local programs act, whether or not that user is a member of the organization.
 */
const localUser = "local-user";

async function findWorkspace(queries: Queries): Promise<LocalWorkspace | undefined> {
  const organization = await findLocalOrganization(queries);
  const user = await findSetting(queries, localUser);
  return organization && user !== undefined ? { organization: organization.id, user } : undefined;
}

/**
 * The token that local programs use for the data folder. It is in the folder's `token` file, which only its owner may
 * read; the database has its hash. A lost or revoked token is replaced.
 */
export async function ensureLocalToken(database: Database, folder: string, user: string, now: string): Promise<string> {
  const file = join(folder, "token");
  const storedToken = readStoredToken(file);
  if (
    storedToken !== undefined &&
    (await database.read((queries) => findToken(queries, storedToken, now)))?.user === user
  )
    return storedToken;
  const { token } = await database.write((queries) =>
    createToken(queries, { user, name: "This machine", createdAt: now }),
  );
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${token}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
  return token;
}

function readStoredToken(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}
