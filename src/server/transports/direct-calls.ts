import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { ToolCalls } from "../calls/tool-calls.ts";
import { serverInfo } from "../introduction.ts";
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
}

export interface DirectCalls {
  readonly calls: ToolCalls;
  /** The answer to a call of a read-only tool; undefined for anything that is not certainly such a call. */
  answer(request: Request, message: unknown): Promise<Response> | undefined;
}

/**
 * Calls of read-only tools by a client that requested neither progress nor log messages, which are the majority. They
 * receive the SDK's message without the server and the schema checks that the SDK needs for each.
 */
export function createDirectCalls(calls: ToolCalls, version: string): DirectCalls {
  const meta = { [key("serverInfo")]: serverInfo(version) };
  return {
    calls,
    answer(request, message) {
      const call = readDirectCall(request.headers, message);
      if (call === undefined || !calls.onlyReads(call.params.name)) return undefined;
      return respond(call, request, calls, meta);
    },
  };
}

async function respond(
  { id, params, traceParent }: DirectCall,
  request: Request,
  calls: ToolCalls,
  meta: object,
): Promise<Response> {
  const { signal } = request;
  try {
    const answer: CallToolResult | InputRequiredResult = await calls.call(params, {
      id,
      signal,
      traceParent: traceParent ?? request.headers.get("traceparent"),
      http: request,
      progress() {},
    });
    const result = { ...answer, resultType: "complete", _meta: meta } as const;
    return new Response(messageBytes({ result, jsonrpc: "2.0", id }, "", ""), { headers: jsonType });
  } catch (error) {
    // No one is waiting for the answer any more.
    if (signal.aborted) return new Response(null, { status: 499 });
    throw error;
  }
}

const jsonType = { "content-type": "application/json" };

function readDirectCall(headers: Headers, message: unknown): DirectCall | undefined {
  const call = readToolCall(message);
  if (call === undefined) return undefined;
  const { id, params, meta } = call;
  if (!isObject(meta) || !isEnvelope(meta) || !areHeadersOf(params.name, headers)) return undefined;
  return { id, params, traceParent: meta.traceparent };
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
