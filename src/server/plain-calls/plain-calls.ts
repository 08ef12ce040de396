import type { ToolCalls } from "../calls/tool-calls.ts";
import { serverInfo } from "../introduction.ts";
import { type Connection, findPlainMessage, type ToolCall } from "./plain-messages.ts";
import type { ResponseMessage } from "./response-bytes.ts";

/**
 * Responds to a `tools/call` as the SDK's server would, without its schemas. Undefined for any message that does not
 * certainly qualify, which the SDK's server must receive instead. Resolves to undefined if the call was cancelled.
 */
export type PlainCalls = (
  message: unknown,
  connection: Connection,
  signal: AbortSignal,
) => Promise<ResponseMessage | undefined> | undefined;

export function createPlainCalls(calls: ToolCalls, version: string): PlainCalls {
  /** What each result of 2026 has besides. */
  const members2026 = {
    resultType: "complete",
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo(version) },
  };

  const respond = async (
    { id, params }: ToolCall,
    { channel, http }: Connection,
    signal: AbortSignal,
  ): Promise<ResponseMessage | undefined> => {
    const traceParent = params._meta?.traceparent ?? http?.headers.get("traceparent");
    try {
      const result = await calls.call(params, { id, signal, traceParent, http, progress() {} });
      // A tool may not have noticed that it was cancelled.
      if (signal.aborted) return undefined;
      const members = channel === "connection of 2025" ? {} : members2026;
      return { result: { ...result, ...members }, jsonrpc: "2.0", id };
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  };

  return (message, connection, signal) => {
    const call = findPlainMessage(message, connection, (tool) => calls.mayAsk(tool, connection.http));
    return call?.method === "tools/call" ? respond(call, connection, signal) : undefined;
  };
}
