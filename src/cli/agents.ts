import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import type { EmbeddedPlatform } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { findNamedUser } from "./named-user.ts";
import { printJson, printLine } from "./terminal.ts";
import { withPlatform } from "./token.ts";

export const usage =
  "Usage: copydesk agents list [--user <id or e-mail address>] [--json] | copydesk agents revoke <id>";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.agents);
  const [action, id, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(usage);
  if (action === "list" && id === undefined) return withPlatform(config, (embedded) => list(embedded, own));
  if (action === "revoke" && id !== undefined) return withPlatform(config, (embedded) => revoke(embedded, id));
  throw new UsageError(usage);
}

async function list(embedded: EmbeddedPlatform, own: Readonly<Record<string, unknown>>): Promise<number> {
  const { listAgents } = await parts.agents();
  const user =
    own.user === undefined ? undefined : (await findNamedUser(embedded, String(own.user), { disabledToo: true })).id;
  const rows = await embedded.platform.database.read((queries) => listAgents(queries, user));
  if (own.json === true) {
    printJson(
      rows.map((row) => ({
        id: row.id,
        name: row.name,
        client: row.client,
        user: row.user,
        scope: row.scope,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        lastTool: row.last_tool,
      })),
    );
    return 0;
  }
  if (rows.length === 0) process.stderr.write("No agent is connected.\n");
  for (const row of rows) {
    const used = row.last_used_at === null ? "never used" : `used ${row.last_used_at}`;
    const parts = [row.id, row.name, row.email ?? row.display_name, row.scope, used, row.last_tool ?? ""];
    printLine(parts.filter((part) => part !== "").join("  "));
  }
  return 0;
}

async function revoke({ platform }: EmbeddedPlatform, id: string): Promise<number> {
  const { endAgent } = await parts.agents();
  const ended = await platform.database.write((queries) => endAgent(queries, id));
  if (!ended) throw new UsageError(`There is no connected agent ${id}. "copydesk agents list" shows their ids.`);
  process.stderr.write(`Ended ${id}.\n`);
  return 0;
}
