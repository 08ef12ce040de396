import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import type { EmbeddedPlatform } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { withOrganization } from "./named-organization.ts";
import { findNamedUser } from "./named-user.ts";
import { printJson, printLine } from "./terminal.ts";
import { withPlatform } from "./token.ts";

export const usage =
  "Usage: copydesk user add <e-mail address> [--name <name>] [--role admin|create|review|edit|comment|read|guest] [--organization <id or title>] | copydesk user list [--organization <id or title>] [--json] | copydesk user disable|enable <id or e-mail address> [--organization <id or title>]";

const roles = ["admin", "create", "review", "edit", "comment", "read"] as const;

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.user);
  const [action, who, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(usage);
  const inOrganization = (work: (embedded: EmbeddedPlatform) => Promise<number>) =>
    withPlatform(config, async (embedded) => work(await withOrganization(embedded, own.organization)));
  if (action === "list" && who === undefined) return inOrganization((embedded) => list(embedded, own.json === true));
  if (who === undefined) throw new UsageError(usage);
  if (action === "add") return inOrganization((embedded) => add(embedded, who, own));
  if (action === "disable" || action === "enable") {
    return inOrganization((embedded) =>
      own.organization === undefined ? change(embedded, who, action) : changeIn(embedded, who, action),
    );
  }
  throw new UsageError(usage);
}

/** Prints only the id, for scripts. */
async function add(
  { platform, organization }: EmbeddedPlatform,
  email: string,
  own: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { addMember, createUser } = await parts.members();
  const role = readRole(own.role);
  const name = typeof own.name === "string" ? own.name : "";
  const now = platform.now();
  const user = await platform.database.write(async (queries) => {
    const created = await createUser(queries, { email, displayName: name }, now);
    await addMember(queries, { organization, user: created.id, role }, now);
    return created;
  });
  process.stdout.write(`${user.id}\n`);
  process.stderr.write(`Added ${user.email ?? user.id}. To sign in: copydesk login --user ${user.email ?? user.id}\n`);
  return 0;
}

function readRole(text: unknown): (typeof roles)[number] | null {
  if (text === undefined) return "read";
  if (text === "guest") return null;
  const role = roles.find((one) => one === text);
  if (role === undefined)
    throw new UsageError(`--role takes one of ${roles.join(", ")}, guest, not "${String(text)}".`);
  return role;
}

async function list({ platform, organization }: EmbeddedPlatform, json: boolean): Promise<number> {
  const { listUsers } = await parts.users();
  const rows = await platform.database.read((queries) => listUsers(queries, organization));
  const users = rows.map((row) => ({
    id: row.id,
    name: row.display_name,
    email: row.email,
    role: row.isMember === 1 ? (row.role ?? "guest") : null,
    disabled: row.disabled === 1,
    lastSeenAt: row.last_seen_at,
  }));
  if (json) printJson(users);
  for (const user of json ? [] : users) {
    const state = user.disabled ? "disabled" : (user.role ?? "no member");
    printLine(`${user.id}  ${user.email ?? "-"}  ${user.name}  ${state}`);
  }
  return 0;
}

async function change(embedded: EmbeddedPlatform, named: string, action: "disable" | "enable"): Promise<number> {
  const { disableUser, enableUser } = await parts.members();
  const { platform } = embedded;
  const user = await findNamedUser(embedded, named, { disabledToo: true, source: `user ${action}` });
  await platform.database.write((queries) =>
    action === "disable" ? disableUser(queries, user.id, platform.now()) : enableUser(queries, user.id),
  );
  process.stderr.write(
    action === "disable"
      ? `Disabled ${named}. Sessions, tokens, connected agents and jobs have ended.\n`
      : `Enabled ${named}. Ended sessions and tokens are not restored: sign in again, and create new tokens.\n`,
  );
  return 0;
}

/** Removes one membership; the user stays in other organizations. */
async function changeIn(embedded: EmbeddedPlatform, named: string, action: "disable" | "enable"): Promise<number> {
  const { resumeMember, suspendMember } = await parts.members();
  const { platform, organization } = embedded;
  const { id: user } = await findNamedUser(embedded, named, { disabledToo: true, source: `user ${action}` });
  const isMember = await platform.database.write((queries) =>
    action === "disable"
      ? suspendMember(queries, { organization, user }, platform.now())
      : resumeMember(queries, { organization, user }),
  );
  if (!isMember) throw new UsageError(`--organization: ${named} is not a member of ${organization}. Give its id.`);
  process.stderr.write(
    action === "disable"
      ? `Suspended ${named} in ${organization}. What the membership opened is closed, and its jobs have ended.\n`
      : `Ended the suspension of ${named} in ${organization}.\n`,
  );
  return 0;
}
