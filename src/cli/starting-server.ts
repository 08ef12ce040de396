import { getPath } from "../contract/request-url.ts";
import { errorResponse } from "../platform/kernel/error-response.ts";
import { jsonRpcError } from "../server/access/http-guards.ts";
import type { HttpHandler } from "../server/transports/http.ts";
import { isProbe, type Readiness, respondToProbe } from "./readiness.ts";

interface StartedApp {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly mcp: HttpHandler;
}

/**
 * What the port serves. It listens before the server has started, which may wait for the database, so that
 * orchestrators see a process that is alive and not ready yet.
 */
export class StartingServer {
  readonly #readiness: Readiness;
  #started: StartedApp | undefined;

  constructor(readiness: Readiness) {
    this.#readiness = readiness;
  }

  started(app: StartedApp): void {
    this.#started = app;
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    if (this.#started !== undefined) return this.#started.fetch(request);
    const pathname = getPath(request);
    if (isProbe(pathname)) return respondToProbe(pathname, this.#readiness);
    const headers = { "Retry-After": "1" };
    const message = "The server is starting. Try again soon.";
    return pathname === "/mcp"
      ? jsonRpcError(503, -32000, message, headers)
      : errorResponse("unavailable", message, headers, true);
  };

  drain(milliseconds: number): Promise<boolean> {
    return this.#started?.mcp.drain(milliseconds) ?? Promise.resolve(true);
  }

  async close(): Promise<void> {
    await this.#started?.mcp.close();
  }

  /** Answers running calls after an error that nobody caught. */
  async fail(message: string): Promise<void> {
    await this.#started?.mcp.fail(message);
  }
}
