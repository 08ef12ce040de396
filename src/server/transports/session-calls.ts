import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { ToolCalls } from "../calls/tool-calls.ts";
import { bindScope, scopeOf } from "../request-scope.ts";
import { isObject, type RequestId, readToolCall, type ToolCallMessage } from "./message-checks.ts";
import type { SessionEvents } from "./session-events.ts";

/** Milliseconds to wait for a result before its request gets a stream. */
const patience = 100;

interface SessionCallsOptions {
  readonly calls: ToolCalls;
  readonly events: SessionEvents;
}

/** Calls of read-only tools in one session of the 2025 era. */
export interface SessionCalls {
  /**
   * Starts a call and answers it if its result comes soon. Resolves to undefined if it does not: the session's protocol
   * server then continues the call when it receives the request. Undefined for anything that is not certainly a call of
   * a read-only tool without progress and log messages.
   */
  answer(request: Request, message: unknown, session: string): Promise<Response | undefined> | undefined;
  /** Must receive all other messages of the session, since they may cancel a call or request log messages. */
  receive(message: unknown): void;
  /** Cancels all calls. */
  close(): void;
}

/**
 * Answers most calls of a session with the SDK's bytes and without its work: parsing and matching messages, and a stream
 * that is opened, written and closed for each.
 */
export function createSessionCalls({ calls, events }: SessionCallsOptions): SessionCalls {
  const running = new Map<RequestId, AbortController>();
  let logsRequested = false;

  const run = async (call: ToolCallMessage, request: Request, session: string): Promise<Response | undefined> => {
    const { id, params, meta } = call;
    const controller = new AbortController();
    const { signal } = controller;
    running.set(id, controller);
    const traceParent = (isObject(meta) ? meta.traceparent : undefined) ?? request.headers.get("traceparent");
    const result = calls
      .call(params, { id, signal, traceParent, http: request, progress() {} })
      .finally(() => running.delete(id));
    let soon: CallToolResult | InputRequiredResult | undefined;
    try {
      soon = await within(result, patience);
    } catch (error) {
      // A cancelled request gets no answer.
      if (signal.aborted) return eventStream("", session);
      throw error;
    }
    if (soon !== undefined) {
      const version = request.headers.get("mcp-protocol-version");
      return eventStream(events.write({ result: soon, jsonrpc: "2.0", id }, version), session);
    }
    const cancel = (reason: unknown) => controller.abort(reason);
    const scope = scopeOf(request);
    if (scope !== undefined) bindScope(request, { ...scope, started: { result, cancel } });
    return undefined;
  };

  return {
    answer(request, message, session) {
      if (logsRequested) return undefined;
      const call = readToolCall(message);
      if (call === undefined || !isUsual(call.meta) || !acceptsStream(request.headers)) return undefined;
      if (running.has(call.id) || !calls.onlyReads(call.params.name)) return undefined;
      return run(call, request, session);
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

function acceptsStream(headers: Headers): boolean {
  const accepted = headers.get("accept") ?? "";
  return accepted.includes("application/json") && accepted.includes("text/event-stream");
}

/** Settles as the promise does, or resolves to undefined if that takes longer. */
function within<Result>(promise: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A stream whose events are all known. */
const eventStream = (events: string | Buffer<ArrayBuffer>, session: string): Response =>
  new Response(events, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-transform",
      Connection: "keep-alive",
      "X-Accel-Buffering": "no",
      "mcp-session-id": session,
    },
  });
