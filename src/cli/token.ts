import { type Config, readCommandLine } from "../config/config.ts";
import { isScope, type Scope, scopes } from "../contract/reach.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { type EmbeddedPlatform, openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { findNamedUser } from "./named-user.ts";
import { printJson, printLine } from "./terminal.ts";

export const usage =
  "Usage: copydesk token create --name <name> [--user <id or e-mail address>] [--scope read|propose|write|merge|admin] [--expires <days>] | copydesk token list [--user <id or e-mail address>] [--json] | copydesk token revoke <id>";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.token);
  const [action, id, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(usage);
  if (action === "create" && id === undefined) return withPlatform(config, (embedded) => create(embedded, own));
  if (action === "list" && id === undefined) return withPlatform(config, (embedded) => list(embedded, own));
  if (action === "revoke" && id !== undefined) return withPlatform(config, (embedded) => revoke(embedded, id));
  throw new UsageError(usage);
}

export async function withPlatform(
  config: Config,
  work: (embedded: EmbeddedPlatform) => Promise<number>,
): Promise<number> {
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(
      `Tokens of ${config.baseUrl.value} are created there. Leave out ${config.baseUrl.source} to manage the embedded platform's.`,
    );
  }
  const embedded = await openEmbedded(config);
  try {
    return await work(embedded);
  } finally {
    await embedded.platform.close();
  }
}

/** Prints only the token, for scripts. */
export async function create(embedded: EmbeddedPlatform, own: Readonly<Record<string, unknown>>): Promise<number> {
  const { createToken } = await parts.tokens();
  if (typeof own.name !== "string" || own.name.trim() === "") throw new UsageError(usage);
  const name = own.name;
  const { platform } = embedded;
  const scope = own.scope === undefined ? "admin" : readScope(String(own.scope));
  const user = own.user === undefined ? embedded.user : (await findNamedUser(embedded, String(own.user))).id;
  const now = platform.now();
  const expiresAt = own.expires === undefined ? undefined : expiry(String(own.expires), now);
  const { token } = await platform.database.write((queries) =>
    createToken(queries, { user, name, scope, createdAt: now, expiresAt }),
  );
  process.stdout.write(`${token}\n`);
  return 0;
}

export function expiry(days: string, now: string): string {
  const number = Number(days);
  if (!/^\d{1,5}$/.test(days) || number < 1) throw new UsageError(`--expires takes a number of days, not "${days}".`);
  return new Date(Date.parse(now) + number * 24 * 60 * 60 * 1000).toISOString();
}

function readScope(text: string): Scope {
  if (isScope(text)) return text;
  throw new UsageError(`--scope takes one of ${scopes.join(", ")}, not "${text}".`);
}

/** Everyone's tokens, unless a user is named. */
export async function list(embedded: EmbeddedPlatform, own: Readonly<Record<string, unknown>>): Promise<number> {
  const { listAllTokens } = await parts.tokens();
  const owner =
    own.user === undefined ? undefined : (await findNamedUser(embedded, String(own.user), { disabledToo: true })).id;
  const rows = await embedded.platform.database.read(listAllTokens);
  const tokens = rows
    .filter(({ user }) => owner === undefined || user === owner)
    .map((row) => ({
      id: row.id,
      name: row.name,
      user: row.user,
      scope: row.scope,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      owner: row.email ?? row.display_name,
    }));
  const isJson = own.json === true;
  if (isJson) printJson(tokens.map(({ owner: _, ...token }) => token));
  for (const token of isJson ? [] : tokens) {
    const ends = token.revokedAt !== null ? "revoked" : token.expiresAt !== null ? `expires ${token.expiresAt}` : "";
    const used = token.lastUsedAt === null ? "never used" : `used ${token.lastUsedAt}`;
    const parts = [token.id, token.createdAt, token.name, token.owner, token.scope, used, ends];
    printLine(parts.filter((part) => part !== "").join("  "));
  }
  return 0;
}

export async function revoke({ platform }: EmbeddedPlatform, id: string): Promise<number> {
  const { revokeToken } = await parts.tokens();
  const revoked = await platform.database.write((queries) => revokeToken(queries, id, platform.now()));
  if (!revoked) throw new UsageError(`There is no working token ${id}. "copydesk token list" shows their ids.`);
  process.stderr.write(`Revoked ${id}.\n`);
  return 0;
}
