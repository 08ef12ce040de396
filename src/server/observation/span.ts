import { randomBytes } from "node:crypto";
import { type FinishedCall, retriesOf } from "./finished-call.ts";
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

/**
 * The span of a tool call, and under it one for each of its requests to the service. Names of attributes are those of
 * OpenTelemetry's conventions for MCP and HTTP. Addresses are hosts alone: paths and queries may hold what is private.
 */
export function spansOf(call: FinishedCall, traceId: string, parent: TraceParent | undefined): Span[] {
  const spanId = newSpanId();
  const { tool, outcome, upstream } = call;
  const own: Span = {
    traceId,
    spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    name: `tools/call ${tool}`,
    kind: 2,
    ...times(call),
    attributes: attributes({
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": tool,
      "gen_ai.operation.name": "execute_tool",
      "jsonrpc.request.id": call.request,
      "copydesk.outcome": outcome,
      "copydesk.answered_tokens": call.tokens,
      "copydesk.upstream_retries": retriesOf(call),
      "error.type": outcome === "ok" || outcome === "asked" ? undefined : `tool_${outcome}`,
    }),
    status: outcome === "error" || outcome === "failed" ? { code: 2 } : {},
  };
  const requests = upstream.map((request): Span => {
    const { operation, method, host, attempt, status, failure } = request;
    const problem = failure ?? (status !== undefined && status >= 400 ? String(status) : undefined);
    const { hostname, port } = new URL(`http://${host}`);
    return {
      traceId,
      spanId: newSpanId(),
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
const newSpanId = (): string => randomBytes(8).toString("hex");

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
