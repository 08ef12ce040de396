import { type Client, createClient } from "../../../../src/client/client.ts";
import { insertMember, insertUser } from "../../../../src/platform/access/people-rows.ts";
import { createToken } from "../../../../src/platform/access/tokens-rows.ts";
import { createId } from "../../../../src/platform/kernel/database/ids.ts";
import type { PlatformWorkspace } from "../../../support/platform-workspace.ts";

export interface Person {
  readonly id: string;
  readonly client: Client;
}

/**
 * A user with a token: a member of the workspace's organization with that role, a guest for null, or in no
 * organization.
 */
export async function join(
  { platform, organization }: Pick<PlatformWorkspace, "platform" | "organization">,
  displayName: string,
  role: "read" | "comment" | "edit" | "admin" | null | undefined,
): Promise<Person> {
  const id = createId();
  const now = platform.now();
  const token = await platform.database.write(async (queries) => {
    await insertUser(queries, { id, display_name: displayName, email: null, created_at: now });
    if (role !== undefined) await insertMember(queries, { organization, user: id, role, joined_at: now });
    return (await createToken(queries, { user: id, name: displayName, createdAt: now })).token;
  });
  return {
    id,
    client: createClient({ baseUrl: "http://localhost", token, fetch: (request) => platform.fetch(request) }),
  };
}
