import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { Config } from "../config.ts";
import type { Log } from "../server/log.ts";
import type { Observation } from "../server/observation/observation.ts";
import { startObservation } from "../server/observation/start-observation.ts";
import { createResourceWatches, type ResourceWatches } from "../server/resource-watches.ts";
import { createServerFactory } from "../server/server.ts";
import { createToolCalls, type ToolCalls } from "../server/tool-calls.ts";
import { generatedRegistry } from "../tools/generated-registry.ts";
import type { Surface } from "../tools/surface.ts";
import { changeClock } from "./change-clock.ts";
import { confirmationStore } from "./confirmation-store.ts";
import type { Connection } from "./connection.ts";
import { version } from "./version.ts";

export interface ProductServer {
  readonly factory: McpServerFactory;
  readonly toolCalls: ToolCalls;
  readonly watches: ResourceWatches;
  readonly observation: Observation;
}

export interface ProductServerOptions {
  readonly config: Config;
  readonly surface: Surface;
  readonly log: Log;
  /** Made when it is first needed. */
  readonly connection: () => Promise<Connection>;
}

/** What answers a host, over stdio and over HTTP alike. Nothing but the protocol is loaded before a tool is called. */
export function productServer({ config, surface, log, connection }: ProductServerOptions): ProductServer {
  const client = async () => (await connection()).client;
  const watches = createResourceWatches({ client, clock: async () => changeClock(await connection()) });
  const tools = surface.entries.map(({ definition }) => definition.name);
  const observation = startObservation({ tools, version, log }, process.env);
  const options = {
    registry: generatedRegistry,
    surface,
    client,
    watches,
    observation,
    answerTokens: config.answerTokens.value,
    emptyDesk: emptyDesk(config),
    confirmationStore: confirmationStore(config, connection),
    confirmPolicy: config.confirm.value,
    version,
    log,
  };
  const toolCalls = createToolCalls(options);
  const factory = createServerFactory({ ...options, toolCalls });
  return { factory, toolCalls, watches, observation };
}

function emptyDesk({ baseUrl, data, token }: Config): string {
  if (baseUrl.value !== undefined) {
    const who = token.value === undefined ? "Without a token" : "With the token it was given";
    return `${who}, ${new URL(baseUrl.value).host} shows no spaces. The person can check the token's rights (copydesk doctor); write_operation createSpace makes a space where the token may.`;
  }
  const folder = data.value;
  return `The data folder is ${folder}. To bring documentation in, the person runs: copydesk import <folder or repository URL> --data ${JSON.stringify(folder)}. To start from nothing: write_operation createSpace.`;
}
