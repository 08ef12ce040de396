import type { PlainCalls } from "./plain-calls.ts";
import { responseBytes } from "./response-bytes.ts";

const jsonType = { "content-type": "application/json" };

/** Plain calls in requests of 2026, each of which stands alone. */
export interface HttpCalls {
  /** Undefined if the SDK must serve the request. */
  respond(request: Request, message: unknown): Promise<Response> | undefined;
  /** Cancels all calls. */
  close(): void;
}

export function createHttpCalls(plainCalls: PlainCalls): HttpCalls {
  const running = new Set<AbortController>();
  return {
    respond(http, message) {
      const controller = new AbortController();
      const response = plainCalls(message, { channel: "request of 2026", http }, controller.signal);
      if (response === undefined) return undefined;
      const cancel = () => controller.abort(http.signal.reason);
      if (http.signal.aborted) cancel();
      http.signal.addEventListener("abort", cancel, { once: true });
      running.add(controller);
      return response
        .then((result) =>
          // Nobody waits for the response to a cancelled call.
          result === undefined
            ? new Response(null, { status: 499 })
            : new Response(responseBytes(result), { headers: jsonType }),
        )
        .finally(() => {
          running.delete(controller);
          http.signal.removeEventListener("abort", cancel);
        });
    },
    close() {
      for (const controller of running) controller.abort();
    },
  };
}
