import { statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Config } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { ToolError } from "../present/tool-error.ts";
import type { Log } from "../server/log.ts";
import { type StdioOptions, serveStdioTransport } from "../server/transports/stdio.ts";
import type { Surface } from "../tools/surface.ts";
import { closeInTime } from "./close-in-time.ts";
import type { Connection } from "./connection.ts";
import { isForPeople } from "./errors.ts";
import { growHeapBy } from "./heap-growth.ts";
import { productServer } from "./product-server.ts";

interface HostOptions extends Pick<StdioOptions, "answered" | "uncaught"> {
  readonly config: Config;
  readonly surface: Surface;
  readonly log: Log;
  /** Stores what was compiled so far, for the next start. */
  readonly storeCode?: () => void;
}

/** Runs the server until its host disconnects. Only the protocol may be loaded before a tool is called. */
export async function serveHost(options: HostOptions): Promise<void> {
  const { config, surface, log, answered, uncaught, storeCode } = options;
  keepHeapSmall();
  let storing: NodeJS.Timeout | undefined;
  const connection = onDemand(async () => {
    const { connect } = await import("./connection.ts");
    storing ??= storeCode && setTimeout(() => withUsualHeap(storeCode), whenCompiled).unref();
    return connect(config, { log }).catch(throwForAgent);
  });
  const { factory, watches, observation } = productServer({
    config,
    surface,
    log,
    connection: () => connection.get(),
  });
  const jobs = takeUpJobsSoon(config, () => connection.get(), log);
  uncaught?.beforeEnd(() => connection.ifCreated(async (opened) => opened.embedded?.platform.recordCrash()));
  try {
    await serveStdioTransport(factory, { log, answered, watches, ...(uncaught && { uncaught }) });
  } finally {
    clearTimeout(jobs);
    clearTimeout(storing);
    const closing = Promise.all([connection.ifCreated((opened) => opened.close()), observation.close()]);
    await closeInTime(closing, log);
  }
}

/**
 * Keeps the heap near what is in use; by default it grows to several times that. A person runs many such servers, and
 * they wait most of the time. Not set while the modules are loaded, which would take longer. V8 reads both flags at
 * each collection, so they may be set while it runs.
 */
function keepHeapSmall(): void {
  setHeapFlags(1, 30);
}

/** V8 uses stored code only with the flags it was stored with, and a new process has the default ones. */
function withUsualHeap(work: () => void): void {
  setHeapFlags(2, 0);
  work();
  keepHeapSmall();
}

function setHeapFlags(youngGrowth: number, growingPercent: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${youngGrowth}`);
  growHeapBy(growingPercent);
}

/** Milliseconds after the first call, when what calls need has been compiled. */
const whenCompiled = 10_000;

/** An unusable data folder is noticed only in a call, so the agent gets the message a person would get. */
function throwForAgent(error: unknown): never {
  throw isForPeople(error) ? new ToolError(error.message) : error;
}

/** Milliseconds after which a host's initial requests are answered. */
const after = 2_000;

/**
 * Makes a stdio server resume jobs that ended processes left behind, even if its host makes no calls. If there are
 * none, the platform is not loaded, and a data folder is never created. Does not keep the process alive.
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
    // The engine would delete the log of an empty database.
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
    const { hasOpenJobs } = await parts.openJobs();
    if (await hasOpenJobs(file)) (await connection()).embedded?.platform.takeUpJobs();
  };
  // An unusable folder is reported when a call needs it.
  const tell = (error: unknown) => log("debug", `The job queue was not looked at: ${String(error)}`);
  return setTimeout(() => void look().catch(tell), after).unref();
}

/** Creates something once, on first use; failures are not cached, so that the next use tries again. */
interface OnDemand<Value> {
  get(): Promise<Value>;
  /** Does something with it if it was created. */
  ifCreated(use: (value: Value) => Promise<void>): Promise<void>;
}

function onDemand<Value>(make: () => Promise<Value>): OnDemand<Value> {
  let created: Promise<Value> | undefined;
  return {
    get() {
      created ??= make().catch((error: unknown) => {
        created = undefined;
        throw error;
      });
      return created;
    },
    async ifCreated(use) {
      if (created !== undefined) await use(await created);
    },
  };
}
