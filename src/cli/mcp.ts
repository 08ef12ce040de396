import { readCommandLine } from "../config.ts";
import { createServerFactory } from "../server/server.ts";
import { serveStdioTransport } from "../server/transports/stdio.ts";
import { generatedRegistry } from "../tools/generated-registry.ts";
import { createSurface } from "../tools/surface.ts";
import { stderrLog } from "./log.ts";
import { onDemand } from "./on-demand.ts";
import { selectionOf } from "./surface-selection.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";

/** MCP over stdio. Nothing but the protocol may be loaded here: a host waits for it at every start. */
export async function run(argv: readonly string[]): Promise<undefined> {
  const { config, positionals } = readCommandLine(argv, process.env);
  if (positionals.length > 0) throw new UsageError(`Usage: copydesk [flags]. It takes no "${positionals[0]}".`);
  const log = stderrLog(config.logLevel.value);
  const connection = onDemand(async () => (await import("./connection.ts")).connect(config));
  const factory = createServerFactory({
    registry: generatedRegistry,
    surface: createSurface(generatedRegistry.entries, selectionOf(config)),
    client: async () => (await connection.get()).client,
    answerTokens: config.answerTokens.value,
    version,
    log,
  });
  await serveStdioTransport(factory, { log });
  await connection.ifMade((made) => made.close());
}
