import type { Config } from "../config.ts";
import type { Log } from "../server/log.ts";
import { startObservation } from "../server/observation/start-observation.ts";
import { createResourceWatches } from "../server/resource-watches.ts";
import { createServerFactory } from "../server/server.ts";
import { type StdioOptions, serveStdioTransport } from "../server/transports/stdio.ts";
import { generatedRegistry } from "../tools/generated-registry.ts";
import type { Surface } from "../tools/surface.ts";
import { ToolError } from "../tools/tool-error.ts";
import { changeClock } from "./change-clock.ts";
import { isForPeople } from "./errors-for-people.ts";
import { onDemand } from "./on-demand.ts";
import { version } from "./version.ts";

export interface HostOptions extends Pick<StdioOptions, "answered"> {
  readonly config: Config;
  readonly surface: Surface;
  readonly log: Log;
}

/** The server behind `copydesk`, until its host is gone. Nothing but the protocol may be loaded before a tool is called. */
export async function serveHost({ config, surface, log, answered }: HostOptions): Promise<void> {
  const connection = onDemand(async () => {
    const { connect } = await import("./connection.ts");
    return connect(config).catch(tellAgent);
  });
  const client = async () => (await connection.get()).client;
  const clock = async () => changeClock(await connection.get());
  const watches = createResourceWatches({ client, clock });
  const tools = surface.entries.map(({ definition }) => definition.name);
  const observation = startObservation({ tools, version, log }, process.env);
  const factory = createServerFactory({
    registry: generatedRegistry,
    surface,
    client,
    watches,
    observation,
    answerTokens: config.answerTokens.value,
    confirmPolicy: config.confirm.value,
    version,
    log,
  });
  await serveStdioTransport(factory, { log, answered, watches });
  await Promise.all([connection.ifMade((made) => made.close()), observation.close()]);
}

/** The agent's call is what finds out that the data folder cannot be used, so the agent is told what a person would be. */
function tellAgent(error: unknown): never {
  throw isForPeople(error) ? new ToolError(error.message) : error;
}
