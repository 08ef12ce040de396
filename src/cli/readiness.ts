import { setTimeout as delay } from "node:timers/promises";
import { type Platform, parts } from "../platform/index.ts";
import { errorResponse } from "../platform/kernel/error-response.ts";

/** Milliseconds the database has to answer. */
const patience = 2000;

/** Whether this process should receive requests: `/health` says that it is alive, `/ready` that it can work. */
export class Readiness {
  readonly #platform: Pick<Platform, "database"> | undefined;
  #isDraining = false;

  /** `platform` is the embedded one; a remote service is not checked. */
  constructor(platform: Pick<Platform, "database"> | undefined) {
    this.#platform = platform;
  }

  /** Answers `/ready`: 200, or 503 while the database does not respond and once shutdown begins. */
  async answer(): Promise<Response> {
    if (this.#isDraining) return errorResponse("unavailable", "The server is stopping.", { "Retry-After": "1" });
    if (!(await this.#databaseAnswers())) {
      return errorResponse("unavailable", "The database does not answer.", { "Retry-After": "5" });
    }
    return Response.json({ status: "ready" }, { headers: { "Cache-Control": "no-store" } });
  }

  /** Reports not ready from now on. Resolves after this many seconds, so that load balancers notice. */
  async drain(seconds: number): Promise<void> {
    this.#isDraining = true;
    if (seconds > 0) await delay(seconds * 1000);
  }

  async #databaseAnswers(): Promise<boolean> {
    const platform = this.#platform;
    if (platform === undefined) return true;
    const { changeStamp } = await parts.database();
    const late = new AbortController();
    const answered = platform.database.read(changeStamp).then(
      () => true,
      () => false,
    );
    const isLate = delay(patience, false, { signal: late.signal, ref: false }).catch(() => false);
    return Promise.race([answered, isLate]).finally(() => late.abort());
  }
}
