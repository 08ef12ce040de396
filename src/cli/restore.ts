import { resolve } from "node:path";
import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { UsageError } from "./errors.ts";
import { backupProgress, count, interruptSignal, printJson } from "./terminal.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.restore);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) {
    throw new UsageError("Usage: copydesk restore <backup> [--data <folder>] [--force] [--json]");
  }
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(`restore writes the embedded platform's data. Leave out ${config.baseUrl.source}.`);
  }
  if (config.database.value !== undefined) {
    throw new UsageError(
      `restore writes a data folder. Leave out ${config.database.source}, and use pg_restore for the database it names.`,
    );
  }
  const { restoreBackup } = await parts.restore();
  const signal = interruptSignal();
  const { onStep, end } = backupProgress();
  try {
    const restored = await restoreBackup({
      file: resolve(name),
      folder: config.data.value,
      force: own.force === true,
      signal,
      onStep,
    });
    end();
    if (own.json === true) printJson(restored);
    const { folder, createdAt, spaces, replaced } = restored;
    process.stderr.write(`Restored ${count(spaces, "space")} of ${createdAt} to ${folder}.\n`);
    if (replaced !== undefined) {
      process.stderr.write(`What was there is in ${replaced}; delete it when you no longer need it.\n`);
    }
    return 0;
  } catch (error) {
    end();
    if (!signal.aborted) throw error;
    process.stderr.write("Stopped. Nothing was replaced.\n");
    return 130;
  }
}
