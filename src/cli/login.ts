import { type Config, readCommandLine } from "../config/config.ts";
import { signInLink } from "./account-pages.ts";
import { commandFlags } from "./command-flags.ts";
import { type EmbeddedPlatform, openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { findNamedUser } from "./named-user.ts";

export const usage = "Usage: copydesk login [--user <id or e-mail address>]";

/** Prints a link that signs someone in to the pages of `copydesk serve`. */
export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.login);
  if (positionals.length > 0) throw new UsageError(usage);
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(
      `People sign in to ${config.baseUrl.value} there. Leave out ${config.baseUrl.source} to sign in to the embedded platform.`,
    );
  }
  const embedded = await openEmbedded(config);
  try {
    return await login(embedded, config, own.user);
  } finally {
    await embedded.platform.close();
  }
}

async function login(embedded: EmbeddedPlatform, config: Config, named: unknown): Promise<number> {
  const user = named === undefined ? embedded.user : (await findNamedUser(embedded, String(named))).id;
  const link = await signInLink(embedded, user, config.publicUrl.value ?? localAddress(config));
  process.stdout.write(`${link}\n`);
  process.stderr.write(
    "The link signs in once, within 15 minutes, while copydesk serve runs on the same data folder.\n",
  );
  return 0;
}

/** The address of `copydesk serve` with the same settings on this machine. */
export function localAddress({ host, port }: Config): string {
  const isAny = ["0.0.0.0", "::"].includes(host.value);
  const name = isAny ? "localhost" : host.value.includes(":") ? `[${host.value}]` : host.value;
  return `http://${name}:${port.value}`;
}
