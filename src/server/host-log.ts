import type { LoggingLevel, Server, ServerContext } from "@modelcontextprotocol/server";

/** From what matters least to what matters most. */
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

/** Tells a host of a request it sent. What is told holds no words of others: it goes around the fence. */
export type HostLog = (context: ServerContext, level: LoggingLevel, data: Readonly<Record<string, unknown>>) => void;

/**
 * Log messages for a host that asked for them, and for no other: by `logging/setLevel` in the 2025 era, with each
 * request in the newer protocol.
 */
export function serveHostLog(server: Server, era: "legacy" | "modern"): HostLog {
  const logger = "copydesk";
  if (era === "modern") {
    return ({ mcpReq }, level, data) => void mcpReq.log(level, data, logger).catch(() => {});
  }
  let asked: LoggingLevel | undefined;
  server.setRequestHandler("logging/setLevel", ({ params }) => {
    asked = params.level;
    return {};
  });
  return ({ mcpReq }, level, data) => {
    if (asked === undefined || levels.indexOf(level) < levels.indexOf(asked)) return;
    void mcpReq.notify({ method: "notifications/message", params: { level, logger, data } }).catch(() => {});
  };
}
