import { randomBytes } from "node:crypto";
import { type FinishedCall, type ObservedMethod, retriesOf } from "./finished-call.ts";
import type { TraceParent } from "./trace-parent.ts";

/** One span in the JSON form of OTLP: https://opentelemetry.io/docs/specs/otlp/ */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2 is a server's, 3 a client's. */
  readonly kind: 2 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  /** Code 2 is an error. */
  readonly status: { readonly code?: 2 };
}

export interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

/** Where a request's span stands. */
export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: TraceParent | undefined;
}

/** The attribute that names what a request was about, by OpenTelemetry's conventions where they have one. */
const nameAttributes: Readonly<Record<ObservedMethod, string>> = {
  "tools/call": "gen_ai.tool.name",
  "prompts/get": "gen_ai.prompt.name",
  "resources/list": "copydesk.resource_family",
  "resources/read": "copydesk.resource_family",
  "completion/complete": "copydesk.completed",
};

/**
 * The span of a host's request, and under it one for each of its requests to the service. Names of attributes are those of
 * OpenTelemetry's conventions for MCP and HTTP. Addresses are hosts alone: paths and queries may hold what is private.
 */
export function spansOf(call: FinishedCall, { traceId, spanId, parent }: SpanPlace): Span[] {
  const { method, name, outcome, upstream } = call;
  const own: Span = {
    traceId,
    spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    name: name === undefined ? method : `${method} ${name}`,
    kind: 2,
    ...times(call),
    attributes: attributes({
      "mcp.method.name": method,
      [nameAttributes[method]]: name,
      "gen_ai.operation.name": method === "tools/call" ? "execute_tool" : undefined,
      "jsonrpc.request.id": call.request,
      "copydesk.outcome": outcome,
      "copydesk.answered_tokens": call.tokens,
      "copydesk.upstream_retries": retriesOf(call),
      "error.type":
        outcome === "ok" || outcome === "asked"
          ? undefined
          : `${method === "tools/call" ? "tool" : "request"}_${outcome}`,
    }),
    status: outcome === "error" || outcome === "failed" ? { code: 2 } : {},
  };
  const requests = upstream.map((request): Span => {
    const { operation, method, host, attempt, span = newSpanId(), status, failure } = request;
    const problem = failure ?? (status !== undefined && status >= 400 ? String(status) : undefined);
    const { hostname, port } = new URL(`http://${host}`);
    return {
      traceId,
      spanId: span,
      parentSpanId: spanId,
      name: `${method} ${operation}`,
      kind: 3,
      ...times(request),
      attributes: attributes({
        "http.request.method": method,
        "http.response.status_code": status,
        "http.request.resend_count": attempt > 1 ? attempt - 1 : undefined,
        "server.address": hostname,
        "server.port": port === "" ? undefined : Number(port),
        "copydesk.operation": operation,
        "error.type": problem,
      }),
      status: problem === undefined ? {} : { code: 2 },
    };
  });
  return [own, ...requests];
}

export const newTraceId = (): string => randomBytes(16).toString("hex");
export const newSpanId = (): string => randomBytes(8).toString("hex");

/** Undefined members are left out. */
export function attributes(named: Readonly<Record<string, string | number | undefined>>): Attribute[] {
  return Object.entries(named).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value } }];
  });
}

function times({ began, milliseconds }: { readonly began: number; readonly milliseconds: number }) {
  return { startTimeUnixNano: nanoseconds(began), endTimeUnixNano: nanoseconds(began + milliseconds) };
}

/** More than a number holds exactly; a microsecond is as exact as the clock. */
const nanoseconds = (milliseconds: number): string => String(BigInt(Math.round(milliseconds * 1000)) * 1000n);
