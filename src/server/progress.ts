import type { ServerContext } from "@modelcontextprotocol/server";

export interface ProgressReporter {
  report(done: number, total: number | undefined, message: string): void;
  /** Resolves when everything reported has been handed to the transport. */
  delivered(): Promise<void>;
}

interface Report {
  readonly done: number;
  readonly total: number | undefined;
  readonly message: string;
}

/**
 * Sends progress to a host that asked for it, and nothing to one that did not. Reports that come faster than they can
 * be sent are thinned to the newest, and one that does not advance is left out, as the protocol wants.
 */
export function progressReporter(request: ServerContext["mcpReq"]): ProgressReporter {
  const token = request._meta?.progressToken;
  if (token === undefined) return { report() {}, delivered: () => Promise.resolve() };

  let last = Number.NEGATIVE_INFINITY;
  let waiting: Report | undefined;
  let sending: Promise<void> | undefined;

  const send = async () => {
    while (waiting !== undefined && !request.signal.aborted) {
      const { done, total, message } = waiting;
      waiting = undefined;
      const params = { progressToken: token, progress: done, message, ...(total === undefined ? {} : { total }) };
      // A lost notification is no reason to fail the call it speaks of.
      await request.notify({ method: "notifications/progress", params }).catch(() => {});
    }
    sending = undefined;
  };

  return {
    report(done, total, message) {
      if (!(done > last)) return;
      last = done;
      waiting = { done, total, message };
      sending ??= send();
    },
    delivered: () => sending ?? Promise.resolve(),
  };
}
