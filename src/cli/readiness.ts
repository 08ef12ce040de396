import { setTimeout as delay } from "node:timers/promises";
import { type Platform, parts } from "../platform/index.ts";
import { errorResponse } from "../platform/kernel/error-response.ts";
import { version } from "./version.ts";

/** Milliseconds the database has to answer. */
const patience = 2000;

/** Whether this process should receive requests: `/health` says that it is alive, `/ready` that it can work. */
export class Readiness {
  #platform: Pick<Platform, "database"> | undefined;
  #state: "starting" | "started" | "stopping" = "starting";
  #problem: string | undefined;

  /** Why the start is not done yet: a sentence for everyone, without the names of hosts. */
  startIsDelayed(problem: string): void {
    this.#problem = problem;
  }

  /** `platform` is the embedded one; a remote service is not checked. */
  started(platform: Pick<Platform, "database"> | undefined): void {
    this.#platform = platform;
    if (this.#state === "starting") this.#state = "started";
  }

  /** Answers `/ready`: 200, or 503 before the start is done, while the database does not respond and at shutdown. */
  async respond(): Promise<Response> {
    if (this.#state === "stopping") return notReady("The server is stopping.", 1);
    if (this.#state === "starting") return notReady(["The server is starting.", this.#problem].join(" ").trim(), 1);
    if (!(await this.#isDatabaseAvailable())) return notReady("The database does not answer.", 5);
    return Response.json({ status: "ready" }, { headers: { "Cache-Control": "no-store" } });
  }

  /** Reports not ready from now on. Resolves after this many seconds, so that load balancers notice. */
  async drain(seconds: number): Promise<void> {
    this.#state = "stopping";
    if (seconds > 0) await delay(seconds * 1000);
  }

  async #isDatabaseAvailable(): Promise<boolean> {
    const platform = this.#platform;
    if (platform === undefined) return true;
    const { changeStamp } = await parts.database();
    const late = new AbortController();
    const isAvailable = platform.database.read(changeStamp).then(
      () => true,
      () => false,
    );
    const isLate = delay(patience, false, { signal: late.signal, ref: false }).catch(() => false);
    return Promise.race([isAvailable, isLate]).finally(() => late.abort());
  }
}

/** `retryAfter` is in seconds. */
const notReady = (problem: string, retryAfter: number): Response =>
  errorResponse("unavailable", problem, { "Cache-Control": "no-store", "Retry-After": String(retryAfter) });

export const isProbe = (pathname: string): boolean => pathname === "/health" || pathname === "/ready";

/** Answers the probes of orchestrators: the process can answer at all, or it can work. */
export const respondToProbe = async (pathname: string, readiness: Readiness): Promise<Response> =>
  pathname === "/health" ? Response.json({ status: "ok", version }) : readiness.respond();
