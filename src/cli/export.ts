import { escapeControls } from "../client/excerpt.ts";
import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { findNamedSpace } from "./named-user.ts";
import { count, interruptSignal, Progress, printJson } from "./terminal.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.export);
  const [name, folder, ...rest] = positionals;
  if (name === undefined || folder === undefined || rest.length > 0) {
    throw new UsageError("Usage: copydesk export <space id or title> <folder> [--force] [--json]");
  }
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(`export reads the embedded platform. Leave out ${config.baseUrl.source}.`);
  }
  const [{ readSpaceForExport }, { writeFolder }] = await Promise.all([parts.exportSpace(), parts.writeFolder()]);
  const embedded = await openEmbedded(config);
  try {
    const space = await findNamedSpace(embedded, name);
    const progress = new Progress();
    const written = await writeFolder(folder, await readSpaceForExport(embedded.platform, space.id), {
      force: own.force === true,
      signal: interruptSignal(),
      onProgress: ({ done, total }) => progress.show("Writing", done, total),
    });
    progress.end();
    if (own.json === true) printJson(written);
    const [pages, files] = [count(written.pages.length, "page"), count(written.files.length, "file")];
    process.stderr.write(`Wrote ${pages} and ${files} to ${folder}.\n`);
    for (const warning of written.warnings ?? []) process.stderr.write(`${escapeControls(warning)}\n`);
    return 0;
  } finally {
    await embedded.platform.close();
  }
}
