import { type Config, readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { type EmbeddedPlatform, openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { printJson, printLine } from "./terminal.ts";

export const usage =
  "Usage: copydesk token create --name <name> [--expires <days>] | copydesk token list [--json] | copydesk token revoke <id>";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, {
    name: "string",
    expires: "string",
    json: "boolean",
  });
  const [action, id, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(usage);
  if (action === "create" && id === undefined) return withPlatform(config, (embedded) => create(embedded, own));
  if (action === "list" && id === undefined)
    return withPlatform(config, (embedded) => list(embedded, own.json === true));
  if (action === "revoke" && id !== undefined) return withPlatform(config, (embedded) => revoke(embedded, id));
  throw new UsageError(usage);
}

export async function withPlatform(
  config: Config,
  work: (embedded: EmbeddedPlatform) => Promise<number>,
): Promise<number> {
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(
      `Tokens of ${config.baseUrl.value} are made there. Leave out ${config.baseUrl.source} to manage the embedded platform's.`,
    );
  }
  const embedded = await openEmbedded(config);
  try {
    return await work(embedded);
  } finally {
    await embedded.platform.close();
  }
}

/** Prints the token alone, so that a script can take it. */
export async function create(
  { platform, user }: EmbeddedPlatform,
  own: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { createToken } = await parts.tokens();
  if (typeof own.name !== "string" || own.name.trim() === "") throw new UsageError(usage);
  const name = own.name;
  const now = platform.now();
  const expiresAt = own.expires === undefined ? undefined : expiry(String(own.expires), now);
  const { token } = await platform.database.write((queries) =>
    createToken(queries, { user, name, createdAt: now, ...(expiresAt === undefined ? {} : { expiresAt }) }),
  );
  process.stdout.write(`${token}\n`);
  return 0;
}

export function expiry(days: string, now: string): string {
  const number = Number(days);
  if (!/^\d{1,5}$/.test(days) || number < 1) throw new UsageError(`--expires takes a number of days, not "${days}".`);
  return new Date(Date.parse(now) + number * 24 * 60 * 60 * 1000).toISOString();
}

export async function list({ platform, user }: EmbeddedPlatform, json: boolean): Promise<number> {
  const { listTokens } = await parts.tokens();
  const rows = await platform.database.read((queries) => listTokens(queries, user));
  const tokens = rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }));
  if (json) printJson(tokens);
  for (const token of json ? [] : tokens) {
    const state = token.revokedAt !== null ? "revoked" : token.expiresAt !== null ? `expires ${token.expiresAt}` : "";
    printLine(`${token.id}  ${token.createdAt}  ${token.name}  ${state}`);
  }
  return 0;
}

export async function revoke({ platform, user }: EmbeddedPlatform, id: string): Promise<number> {
  const { revokeToken } = await parts.tokens();
  const revoked = await platform.database.write((queries) => revokeToken(queries, user, id, platform.now()));
  if (!revoked) throw new UsageError(`There is no working token ${id}. "copydesk token list" shows their ids.`);
  process.stderr.write(`Revoked ${id}.\n`);
  return 0;
}
