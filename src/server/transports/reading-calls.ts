import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { ToolCalls } from "../calls/tool-calls.ts";
import { isObject, type RequestId, readToolCall } from "./message-checks.ts";

export interface ReadingCall {
  readonly id: RequestId;
  readonly result: Promise<CallToolResult | InputRequiredResult>;
  readonly signal: AbortSignal;
  cancel(reason: unknown): void;
}

/** Calls of read-only tools on one connection of the 2025 era, which need neither the SDK's schemas nor its server. */
export interface ReadingCalls {
  /** Starts a call; undefined for anything that is not certainly one without progress and log messages. */
  start(message: unknown, http: Request | undefined): ReadingCall | undefined;
  /** Must receive all other messages of the connection, since they may cancel a call or request log messages. */
  receive(message: unknown): void;
  /** Cancels all calls. */
  close(): void;
}

export function createReadingCalls(calls: ToolCalls): ReadingCalls {
  const running = new Map<RequestId, AbortController>();
  let logsRequested = false;
  return {
    start(message, http) {
      if (logsRequested) return undefined;
      const call = readToolCall(message);
      if (call === undefined || !isUsual(call.meta)) return undefined;
      const { id, params, meta } = call;
      if (running.has(id) || !calls.onlyReads(params.name)) return undefined;
      const controller = new AbortController();
      const { signal } = controller;
      running.set(id, controller);
      const traceParent = (isObject(meta) ? meta.traceparent : undefined) ?? http?.headers.get("traceparent");
      const result = calls
        .call(params, { id, signal, traceParent, http, progress() {} })
        .then((done) => {
          // A tool may not have noticed that it was cancelled.
          signal.throwIfAborted();
          return done;
        })
        .finally(() => running.delete(id));
      return { id, result, signal, cancel: (reason) => controller.abort(reason) };
    },
    receive(message) {
      for (const each of Array.isArray(message) ? message : [message]) {
        if (!isObject(each)) continue;
        if (each.method === "logging/setLevel") logsRequested = true;
        if (each.method !== "notifications/cancelled" || !isObject(each.params)) continue;
        running.get(each.params.requestId as RequestId)?.abort(each.params.reason);
      }
    },
    close() {
      for (const controller of running.values()) controller.abort();
    },
  };
}

/** Metadata that requests nothing of the protocol: neither progress nor a feature of another revision. */
const isUsual = (meta: unknown): boolean =>
  meta === undefined ||
  (isObject(meta) &&
    Object.keys(meta).every((name) => name !== "progressToken" && !name.startsWith("io.modelcontextprotocol/")));
