import { readCommandLine } from "../config.ts";
import { openEmbedded, remotesOf } from "./connection.ts";
import { importFolder } from "./import-folder.ts";
import { interruptSignal } from "./interrupt.ts";
import { printJson } from "./output.ts";
import { UsageError } from "./usage-error.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, { title: "string", json: "boolean" });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) {
    throw new UsageError("Usage: copydesk import <folder, archive or URL> [--title <title of the space>] [--json]");
  }
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(
      `import makes a space on the embedded platform, and ${config.baseUrl.source} names another service. Leave it out, or write the pages with the write_pages tool.`,
    );
  }
  const signal = interruptSignal();
  const embedded = await openEmbedded(config);
  try {
    const title = own.title as string | undefined;
    const imported = await importFolder(embedded, folder, { title, signal, remotes: await remotesOf(config) });
    if (own.json === true) printJson(imported);
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write("Stopped. Nothing was imported.\n");
    return 130;
  } finally {
    await embedded.platform.close();
  }
}
