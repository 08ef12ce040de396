import type { LoggingLevel, Server, ServerContext } from "@modelcontextprotocol/server";

interface ProgressReporter {
  report(done: number, total: number | undefined, message: string): void;
  /** Resolves when everything reported has been passed to the transport. */
  delivered(): Promise<void>;
}

interface Report {
  readonly done: number;
  readonly total: number | undefined;
  readonly message: string;
}

/**
 * Sends progress only to a host that requested it. If reports come faster than they can
 * be sent, only the newest is sent; reports without progress are dropped, as the protocol requires.
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
      // A lost notification is no reason to fail the call it belongs to.
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

/** From least to most severe. */
const levels: readonly LoggingLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** Sends a host log messages about its request. They must not contain untrusted text, since they are not fenced. */
type HostLog = (context: ServerContext, level: LoggingLevel, data: Readonly<Record<string, unknown>>) => void;

/**
 * Log messages, only for a host that requested them: by `logging/setLevel` in the 2025 era, with each
 * request in the newer protocol.
 */
export function serveHostLog(server: Server, era: "legacy" | "modern"): HostLog {
  const logger = "copydesk";
  if (era === "modern") {
    return ({ mcpReq }, level, data) => void mcpReq.log(level, data, logger).catch(() => {});
  }
  let minLevel: LoggingLevel | undefined;
  server.setRequestHandler("logging/setLevel", ({ params }) => {
    minLevel = params.level;
    return {};
  });
  return ({ mcpReq }, level, data) => {
    if (minLevel === undefined || levels.indexOf(level) < levels.indexOf(minLevel)) return;
    void mcpReq.notify({ method: "notifications/message", params: { level, logger, data } }).catch(() => {});
  };
}
