import { statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { ToolError } from "../desk/tool-error.ts";
import { parts } from "../platform/index.ts";
import type { Log } from "../server/log.ts";
import { type StdioOptions, serveStdioTransport } from "../server/transports/stdio.ts";
import type { Surface } from "../tools/surface.ts";
import type { Connection } from "./connection.ts";
import { isForPeople } from "./errors.ts";
import { productServer } from "./product-server.ts";

interface HostOptions extends Pick<StdioOptions, "answered" | "uncaught"> {
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

/** Milliseconds: a host has what it asks for at its start by then. */
const after = 2_000;

/**
 * Has a server over stdio take up the jobs that ended processes left, though its host calls nothing. Where there are
 * none, the platform is not even loaded, and a data folder is never made. Holds no process open.
 */
function takeUpJobsSoon(
  { baseUrl, data, database }: Pick<Config, "baseUrl" | "data" | "database">,
  connection: () => Promise<Connection>,
  log: Log,
): NodeJS.Timeout | undefined {
  if (baseUrl.value !== undefined) return undefined;
  const file = join(data.value, "copydesk.sqlite");
  const look = async () => {
    if (database.value !== undefined) return (await connection()).embedded?.platform.takeUpJobs();
    // The engine would delete the log of a database that has become empty.
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
    const { hasOpenJobs } = await parts.openJobs();
    if (await hasOpenJobs(file)) (await connection()).embedded?.platform.takeUpJobs();
  };
  // A folder that cannot be used is told of when something is asked of it.
  const tell = (error: unknown) => log("debug", `The job queue was not looked at: ${String(error)}`);
  return setTimeout(() => void look().catch(tell), after).unref();
}

/** Something made when it is first asked for, once; a failure is not kept, so that the next asking tries again. */
interface OnDemand<Value> {
  get(): Promise<Value>;
  /** Does something with it, if it was ever made. */
  ifMade(use: (value: Value) => Promise<void>): Promise<void>;
}

function onDemand<Value>(make: () => Promise<Value>): OnDemand<Value> {
  let made: Promise<Value> | undefined;
  return {
    get() {
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    async ifMade(use) {
      if (made !== undefined) await use(await made);
    },
  };
}
