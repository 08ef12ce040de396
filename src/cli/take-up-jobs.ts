import { statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Log } from "../server/log.ts";
import type { Connection } from "./connection.ts";

/** Milliseconds: a host has what it asks for at its start by then. */
const after = 2_000;

/**
 * Has a server over stdio take up the jobs that ended processes left, though its host calls nothing. Where there are
 * none, the platform is not even loaded, and a data folder is never made. Holds no process open.
 */
export function takeUpJobsSoon(
  { baseUrl, data }: Pick<Config, "baseUrl" | "data">,
  connection: () => Promise<Connection>,
  log: Log,
): NodeJS.Timeout | undefined {
  if (baseUrl.value !== undefined) return undefined;
  const file = join(data.value, "copydesk.sqlite");
  const look = async () => {
    // The engine would delete the log of a database that has become empty.
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
    const { hasOpenJobs } = await import("../platform/store/open-jobs.ts");
    if (await hasOpenJobs(file)) (await connection()).embedded?.platform.takeUpJobs();
  };
  // A folder that cannot be used is told of when something is asked of it.
  const tell = (error: unknown) => log("debug", `The job queue was not looked at: ${String(error)}`);
  return setTimeout(() => void look().catch(tell), after).unref();
}
