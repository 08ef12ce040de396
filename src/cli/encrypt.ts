import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { UsageError } from "./errors.ts";
import { loadSecretKeys } from "./secret-keys.ts";
import { count, printJson } from "./terminal.ts";

const usage = "Usage: copydesk encrypt --secret-key-file <file> [--json]";

/** Encrypts every stored secret with the first of the given keys. */
export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.encrypt);
  if (positionals.length > 0) throw new UsageError(usage);
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(`encrypt works on the embedded platform's data. Leave out ${config.baseUrl.source}.`);
  }
  const keys = await loadSecretKeys(config);
  if (keys === undefined) throw new UsageError(`${usage}\nThe key may also come from --secret-key-command.`);
  const [{ openDatabase }, { useSecretKeys, rotateSecretKeys }] = await Promise.all([
    parts.database(),
    parts.secrets(),
  ]);
  const database = await openDatabase(config.data.value, config.database.value);
  try {
    const first = await useSecretKeys(database, keys);
    const values = first + (await rotateSecretKeys(database, keys));
    const { id } = keys.current;
    if (own.json === true) printJson({ key: id, values });
    process.stderr.write(`Encrypted ${count(values, "secret")}. All secrets are encrypted with the key ${id}.\n`);
    return 0;
  } finally {
    await database.close();
  }
}
