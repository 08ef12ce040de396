import { readCommandLine } from "../config/config.ts";
import { serveEarlyStdio } from "../server/transports/early-stdio.ts";
import { endWhenUncaught } from "../server/uncaught.ts";
import { generatedEntries } from "../tools/generated-entries.ts";
import { createSurface, entriesUnder } from "../tools/surface.ts";
import { UsageError } from "./errors.ts";
import { redirectStderr, stderrLog } from "./log.ts";
import { withLoggedFailures } from "./logged-failures.ts";
import { toSelection } from "./surface-selection.ts";
import { version } from "./version.ts";

/** MCP over stdio. Hosts wait for it at every start: import nothing heavy here except in `load`. */
export async function run(argv: readonly string[]): Promise<1 | undefined> {
  const { config, positionals } = readCommandLine(argv, process.env);
  const log = stderrLog(config);
  redirectStderr(log, config);
  return withLoggedFailures(config, log, async () => {
    if (positionals.length > 0) throw new UsageError(`Usage: copydesk [flags]. It takes no "${positionals[0]}".`);
    const surface = createSurface(entriesUnder(config.confirm.value, generatedEntries), toSelection(config));
    const uncaught = endWhenUncaught(log);
    await serveEarlyStdio({
      surface,
      version,
      log,
      async load() {
        const { serveHost } = await import("./late.ts");
        return (answered) => serveHost({ config, surface, log, answered, uncaught });
      },
    });
    return undefined;
  });
}
