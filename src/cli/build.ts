import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { findNamedSpace } from "./named-space.ts";
import { count, interruptSignal, Progress, printJson } from "./terminal.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.build);
  const [name, folder, ...rest] = positionals;
  if (name === undefined || folder === undefined || rest.length > 0) {
    throw new UsageError("Usage: copydesk build <space id or title> <folder> [--url <address of the site>] [--json]");
  }
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(`build reads the embedded platform. Leave out ${config.baseUrl.source}.`);
  }
  const url = readUrl(own.url as string | undefined);
  const { BuildError, buildSite } = await parts.buildSite();
  const embedded = await openEmbedded(config);
  try {
    const space = await findNamedSpace(embedded, name);
    const progress = new Progress();
    const built = await buildSite(embedded.platform.database, folder, {
      space: space.id,
      url,
      signal: interruptSignal(),
      onProgress: (done, total) => progress.show("Writing", done, total),
    }).catch((error: unknown) => {
      throw error instanceof BuildError ? new UsageError(error.message) : error;
    });
    progress.end();
    if (own.json === true) printJson(built);
    process.stderr.write(`Wrote ${count(built.pages, "page")} and ${count(built.files, "file")} to ${folder}.\n`);
    return 0;
  } finally {
    await embedded.platform.close();
  }
}

function readUrl(written = "http://localhost/"): URL {
  if (URL.canParse(written) && /^https?:$/.test(new URL(written).protocol)) return new URL(written);
  throw new UsageError(`--url: "${written}" is no address. Give one such as https://docs.example.com/guide/.`);
}
