import { resolve } from "node:path";
import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { UsageError } from "./errors.ts";
import { backupProgress, interruptSignal, printJson } from "./terminal.ts";
import { version } from "./version.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.backup);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError("Usage: copydesk backup <file> [--force] [--json]");
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(`backup copies the embedded platform's data. Leave out ${config.baseUrl.source}.`);
  }
  if (config.database.value !== undefined) {
    throw new UsageError(
      `backup copies a data folder. Leave out ${config.database.source}, and use pg_dump for the database it names.`,
    );
  }
  const { makeBackup } = await parts.backup();
  const signal = interruptSignal();
  const { onStep, end } = backupProgress();
  try {
    const backup = await makeBackup({
      folder: config.data.value,
      file: resolve(name),
      force: own.force === true,
      version,
      signal,
      onStep,
    });
    end();
    if (own.json === true) printJson(backup);
    process.stderr.write(`Wrote and checked ${backup.file}, ${(backup.size / 1024 / 1024).toFixed(1)} MB.\n`);
    return 0;
  } catch (error) {
    end();
    if (!signal.aborted) throw error;
    process.stderr.write("Stopped. No backup was made.\n");
    return 130;
  }
}
