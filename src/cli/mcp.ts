import { readCommandLine } from "../config.ts";
import { createServerFactory } from "../server/server.ts";
import { serveStdioTransport } from "../server/transports/stdio.ts";
import { generatedRegistry } from "../tools/generated-registry.ts";
import { createSurface } from "../tools/surface.ts";
import { ToolError } from "../tools/tool-error.ts";
import { isForPeople } from "./errors-for-people.ts";
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
  const connection = onDemand(async () => {
    const { connect } = await import("./connection.ts");
    return connect(config).catch(tellAgent);
  });
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

/** The agent's call is what finds out that the data folder cannot be used, so the agent is told what a person would be. */
function tellAgent(error: unknown): never {
  throw isForPeople(error) ? new ToolError(error.message) : error;
}
