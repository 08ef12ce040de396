import type { Config } from "../config.ts";
import type { Log } from "../server/log.ts";
import { type StdioOptions, serveStdioTransport } from "../server/transports/stdio.ts";
import type { Surface } from "../tools/surface.ts";
import { ToolError } from "../tools/tool-error.ts";
import { isForPeople } from "./errors-for-people.ts";
import { onDemand } from "./on-demand.ts";
import { productServer } from "./product-server.ts";
import { takeUpJobsSoon } from "./take-up-jobs.ts";

export interface HostOptions extends Pick<StdioOptions, "answered" | "uncaught"> {
  readonly config: Config;
  readonly surface: Surface;
  readonly log: Log;
}

/** The server behind `copydesk`, until its host is gone. Nothing but the protocol may be loaded before a tool is called. */
export async function serveHost({ config, surface, log, answered, uncaught }: HostOptions): Promise<void> {
  const connection = onDemand(async () => {
    const { connect } = await import("./connection.ts");
    return connect(config).catch(tellAgent);
  });
  const { factory, watches, observation } = productServer({ config, surface, log, connection: () => connection.get() });
  const jobs = takeUpJobsSoon(config, () => connection.get(), log);
  uncaught?.beforeEnd(() => connection.ifMade(async (made) => made.embedded?.platform.recordCrash()));
  try {
    await serveStdioTransport(factory, { log, answered, watches, ...(uncaught && { uncaught }) });
  } finally {
    clearTimeout(jobs);
    await Promise.all([connection.ifMade((made) => made.close()), observation.close()]);
  }
}

/** The agent's call is what finds out that the data folder cannot be used, so the agent is told what a person would be. */
function tellAgent(error: unknown): never {
  throw isForPeople(error) ? new ToolError(error.message) : error;
}
