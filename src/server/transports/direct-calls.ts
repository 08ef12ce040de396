import type { CallToolResult, ClientCapabilities, InputRequiredResult } from "@modelcontextprotocol/server";
import type { Asking } from "../calls/confirm-call.ts";
import type { ToolCalls } from "../calls/tool-calls.ts";
import { serverInfo } from "../introduction.ts";
import { bindScope, scopeOf } from "../request-scope.ts";
import { messageBytes } from "./message-bytes.ts";
import {
  absentOr,
  type Check,
  isCapabilities,
  isClientInfo,
  isObject,
  isText,
  readToolCall,
  type ToolCallMessage,
} from "./message-checks.ts";

/** The revision with independent requests, which can be answered on their own. */
const revision = "2026-07-28";

const key = (name: string) => `io.modelcontextprotocol/${name}`;

/** A call that can be answered without the protocol's schemas. */
interface DirectCall extends Omit<ToolCallMessage, "meta"> {
  readonly traceParent: unknown;
  readonly capabilities: ClientCapabilities;
}

export interface DirectCalls {
  readonly calls: ToolCalls;
  /**
   * Starts a call and answers it. Resolves to undefined if its result is a question to a person: the protocol server
   * then asks it when it receives the request. Undefined for anything that is not certainly a call.
   */
  answer(request: Request, message: unknown): Promise<Response | undefined> | undefined;
  /** Cancels all calls. */
  close(): void;
}

/**
 * Calls of tools by a client that requested neither progress nor log messages, which are the majority. They receive the
 * SDK's message without the server and the schema checks that the SDK needs for each.
 */
export function createDirectCalls(calls: ToolCalls, version: string): DirectCalls {
  const meta = { [key("serverInfo")]: serverInfo(version) };
  const running = new Set<AbortController>();
  return {
    calls,
    answer(request, message) {
      const call = readDirectCall(request.headers, message);
      if (call === undefined) return undefined;
      const controller = new AbortController();
      const cancel = () => controller.abort(request.signal.reason);
      if (request.signal.aborted) cancel();
      request.signal.addEventListener("abort", cancel, { once: true });
      running.add(controller);
      return respond(call, request, controller.signal, calls, meta).finally(() => {
        running.delete(controller);
        request.signal.removeEventListener("abort", cancel);
      });
    },
    close() {
      for (const controller of running) controller.abort();
    },
  };
}

async function respond(
  { id, params, traceParent, capabilities }: DirectCall,
  request: Request,
  signal: AbortSignal,
  calls: ToolCalls,
  meta: object,
): Promise<Response | undefined> {
  const result = calls.call(params, {
    id,
    signal,
    traceParent: traceParent ?? request.headers.get("traceparent"),
    http: request,
    progress() {},
    ...(!calls.onlyReads(params.name) && { host: { capabilities, request: firstRequest } }),
  });
  let answer: CallToolResult | InputRequiredResult;
  try {
    answer = await result;
  } catch (error) {
    // No one is waiting for the answer any more.
    if (signal.aborted) return new Response(null, { status: 499 });
    throw error;
  }
  if (!("content" in answer)) {
    const scope = scopeOf(request);
    if (scope !== undefined) bindScope(request, { ...scope, started: { result, cancel() {} } });
    return undefined;
  }
  const complete = { ...answer, resultType: "complete", _meta: meta };
  return new Response(messageBytes({ result: complete, jsonrpc: "2.0", id }, "", ""), { headers: jsonType });
}

/** A call that answers a question has members that a direct call has not. */
const firstRequest: Asking["request"] = { requestState: () => undefined };

const jsonType = { "content-type": "application/json" };

function readDirectCall(headers: Headers, message: unknown): DirectCall | undefined {
  const call = readToolCall(message);
  if (call === undefined) return undefined;
  const { id, params, meta } = call;
  if (!isObject(meta) || !isEnvelope(meta) || !areHeadersOf(params.name, headers)) return undefined;
  const capabilities = meta[key("clientCapabilities")] as ClientCapabilities;
  return { id, params, traceParent: meta.traceparent, capabilities };
}

const envelope: Readonly<Record<string, Check>> = {
  [key("protocolVersion")]: (value) => value === revision,
  [key("clientCapabilities")]: isCapabilities,
  [key("clientInfo")]: absentOr(isClientInfo),
  traceparent: absentOr(isText),
};

const envelopeChecks = Object.entries(envelope);

const isEnvelope = (meta: Readonly<Record<string, unknown>>) =>
  Object.keys(meta).every((name) => name in envelope) && envelopeChecks.every(([name, check]) => check(meta[name]));

function areHeadersOf(tool: string, headers: Headers): boolean {
  const accepted = headers.get("accept") ?? "";
  return (
    headers.get("mcp-protocol-version") === revision &&
    headers.get("mcp-method") === "tools/call" &&
    headers.get("mcp-name") === tool &&
    !headers.has("mcp-session-id") &&
    accepted.includes("application/json") &&
    accepted.includes("text/event-stream")
  );
}
