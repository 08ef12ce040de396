import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { UsageError } from "./errors.ts";
import { count, printJson, printLine } from "./terminal.ts";

/** Runs the schema steps that this release adds to a database, or lists them. */
export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.migrate);
  if (positionals.length > 0) throw new UsageError("Usage: copydesk migrate [--dry-run] [--json]");
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(`migrate changes the embedded platform's database. Leave out ${config.baseUrl.source}.`);
  }
  const { openDatabase, readPendingSteps } = { ...(await parts.database()), ...(await parts.pendingSteps()) };
  const [folder, url] = [config.data.value, config.database.value];
  const { location, isNew, steps } = await readPendingSteps(folder, url);
  if (own["dry-run"] === true) {
    if (own.json === true) printJson({ place: location, isNew, steps, applied: [] });
    else for (const line of listing(location, isNew, steps)) printLine(line);
    return 0;
  }
  const applied: string[] = [];
  const database = await openDatabase(folder, url, {
    onStep(name, number, total) {
      // The work is repeated from its first step when it had to give way to others.
      if (number === 1) applied.length = 0;
      applied.push(name);
      process.stderr.write(`Step ${number} of ${total}: ${name}\n`);
    },
  });
  await database.close();
  if (own.json === true) printJson({ place: location, isNew, steps, applied });
  process.stderr.write(
    applied.length === 0
      ? `${location} is up to date. Nothing was changed.\n`
      : `Ran ${count(applied.length, "schema step")} in ${location}.\n`,
  );
  return 0;
}

type Steps = Awaited<ReturnType<Awaited<ReturnType<typeof parts.pendingSteps>>["readPendingSteps"]>>["steps"];

/** The message about the steps, and about the processes of other releases. */
function listing(location: string, isNew: boolean, steps: Steps): string[] {
  if (steps.length === 0) return [`${location} is up to date.`];
  if (isNew) return [`${location} is new: ${count(steps.length, "schema step")} will create its tables.`];
  const maxNameLength = Math.max(...steps.map(({ name }) => name.length));
  const lines = steps.map(({ name, onlyAdds, oldestRelease }) => {
    const effect = onlyAdds ? "only adds" : `changes tables; ${requirement(oldestRelease)}`;
    return `  ${name.padEnd(maxNameLength)}  ${effect}`;
  });
  return [`${location} lacks ${count(steps.length, "schema step")}:`, ...lines, advice(steps)];
}

const requirement = (release: string | undefined) =>
  release === undefined ? "requires this release or newer" : `requires release ${release} or newer`;

function advice(steps: Steps): string {
  if (steps.every(({ onlyAdds }) => onlyAdds)) {
    return "Processes of earlier releases can continue to work, be restarted and be added.";
  }
  return "Stop every process of an older release first, and make a backup: there is no other way back to it.";
}
