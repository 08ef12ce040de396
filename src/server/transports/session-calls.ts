import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { ToolCalls } from "../calls/tool-calls.ts";
import { bindScope, scopeOf } from "../request-scope.ts";
import { createReadingCalls, type ReadingCall } from "./reading-calls.ts";
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
  const reading = createReadingCalls(calls);

  const send = async (call: ReadingCall, request: Request, session: string): Promise<Response | undefined> => {
    const { id, result, signal, cancel } = call;
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
    const scope = scopeOf(request);
    if (scope !== undefined) bindScope(request, { ...scope, started: { result, cancel } });
    return undefined;
  };

  return {
    answer(request, message, session) {
      const call = acceptsStream(request.headers) ? reading.start(message, request) : undefined;
      return call && send(call, request, session);
    },
    receive: reading.receive,
    close: reading.close,
  };
}

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
