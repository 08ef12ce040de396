import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readCommandLine } from "../config/config.ts";
import { readDatabaseUrl } from "../config/values.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { UsageError } from "./errors.ts";
import { count, interruptSignal, printJson } from "./terminal.ts";

const usage = "Usage: copydesk copy --from <folder or URL> --to <folder or URL> [--json]";

/** Copies a workspace between data folders and PostgreSQL databases, in any direction. */
export async function run(argv: readonly string[]): Promise<number> {
  const { positionals, own } = readCommandLine(argv, process.env, commandFlags.copy);
  const { from, to } = own;
  if (positionals.length > 0 || typeof from !== "string" || typeof to !== "string") throw new UsageError(usage);
  requireLocation(from, "--from");
  if (isUrl(to)) readDatabaseUrl(to, "--to");
  if (isSameLocation(from, to))
    throw new UsageError("--from and --to name the same location. Name an empty one with --to.");
  const [{ copyWorkspace, openSource }, { openDatabase }] = await Promise.all([parts.copy(), parts.database()]);
  // Local files of a process on PostgreSQL.
  const temporaryFolder = mkdtempSync(join(tmpdir(), "copydesk-copy-"));
  const open = (location: string) =>
    isUrl(location) ? openDatabase(temporaryFolder, location) : openDatabase(resolve(location));
  const signal = interruptSignal();
  const showsProgress = process.stderr.isTTY;
  let source: Awaited<ReturnType<typeof openSource>> | undefined;
  try {
    source = await (isUrl(from) ? openSource(temporaryFolder, from) : openSource(resolve(from)));
    const target = await open(to);
    try {
      const copied = await copyWorkspace(source, target, {
        signal,
        onProgress: (table, rows) =>
          void (showsProgress && process.stderr.write(`\r\x1b[K${count(rows, "row")}, ${table}`)),
      });
      if (showsProgress) process.stderr.write("\r\x1b[K");
      if (own.json === true) printJson(copied);
      const { tables, rows } = copied;
      process.stderr.write(`Copied ${count(rows, "row")} of ${count(tables, "table")}, and verified them.\n`);
      return 0;
    } finally {
      await target.close();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write("Stopped. Nothing was copied.\n");
    return 130;
  } finally {
    await source?.close();
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

/** Also what looks like a mistyped URL: a folder would be created with its password as name. Not a drive letter. */
const isUrl = (location: string) =>
  /^[a-z][a-z\d+.-]+:|^postgres(?:ql)?\/\/|:[^@]*@/i.test(location) && !existsSync(location);

const isSameLocation = (from: string, to: string) => from === to || (!isUrl(to) && resolve(from) === resolve(to));

/** Opening a missing folder would create it. */
function requireLocation(location: string, source: string): void {
  if (isUrl(location)) readDatabaseUrl(location, source);
  else if (!existsSync(join(location, "copydesk.sqlite"))) {
    throw new UsageError(`${source}: there is no data folder at ${resolve(location)}.`);
  }
}
