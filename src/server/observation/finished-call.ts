import { randomBytes } from "node:crypto";
import type { RequestEvent } from "../../client/request-events.ts";

/**
 * How a request ended: with a result, with an error result, with a question to a person, cancelled by the
 * host, or with an unexpected failure.
 */
export type Outcome = "ok" | "error" | "asked" | "cancelled" | "failed";

/** The requests of a host that are recorded. */
export type ObservedMethod = "tools/call" | "resources/list" | "resources/read" | "prompts/get" | "completion/complete";

/** A completed request of a host. */
export interface FinishedCall {
  readonly method: ObservedMethod;
  /**
   * The tool, the family of the resource or the prompt. A known name, or "unknown": arbitrary names from a host are
   * never recorded. Undefined if the method is enough.
   */
  readonly name: string | undefined;
  readonly outcome: Outcome;
  /** Start time in milliseconds since 1970. */
  readonly began: number;
  readonly milliseconds: number;
  /** Estimated tokens of the answer. */
  readonly tokens: number;
  /** The host's request id, on one line. */
  readonly request: string;
  /** Requests to the service, in the order of their responses. */
  readonly upstream: readonly RequestEvent[];
}

/** Number of retried requests. */
export const countRetries = ({ upstream }: FinishedCall): number =>
  upstream.filter(({ attempt }) => attempt > 1).length;

/** The tool, or the method for other requests. */
export const getRequestName = ({ method, name }: FinishedCall): string =>
  method === "tools/call" ? (name ?? "unknown") : method;

/** One span in the JSON form of OTLP: https://opentelemetry.io/docs/specs/otlp/ */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2 is server, 3 is client. */
  readonly kind: 2 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  /** Code 2 is an error. */
  readonly status: { readonly code?: 2 };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

/** Ids of a request's span. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: TraceParent | undefined;
}

/** The attribute for the subject of a request, from OpenTelemetry's conventions where they define one. */
const nameAttributes: Readonly<Record<ObservedMethod, string>> = {
  "tools/call": "gen_ai.tool.name",
  "prompts/get": "gen_ai.prompt.name",
  "resources/list": "copydesk.resource_family",
  "resources/read": "copydesk.resource_family",
  "completion/complete": "copydesk.completed",
};

/**
 * The span of a host's request, with a child span for each request to the service. Attribute names follow
 * OpenTelemetry's conventions for MCP and HTTP. Addresses are reduced to hosts: paths and queries may be private.
 */
export function createSpans(call: FinishedCall, { traceId, spanId, parent }: SpanIds): Span[] {
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
      "copydesk.upstream_retries": countRetries(call),
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

/** Exceeds what a number holds exactly; the clock is only accurate to microseconds. */
const nanoseconds = (milliseconds: number): string => String(BigInt(Math.round(milliseconds * 1000)) * 1000n);

/** The caller's span, which is the parent of this one. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** The caller's sampling decision, which also applies here. */
  readonly sampled: boolean;
}

/** The same as a header. */
export const writeTraceParent = ({ traceId, spanId, sampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;

/** Parses a W3C Trace Context `traceparent`; undefined if invalid. https://www.w3.org/TR/trace-context/ */
export function readTraceParent(text: unknown): TraceParent | undefined {
  if (typeof text !== "string" || text.length > 200) return undefined;
  const found = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(text);
  const [, traceId, spanId, flags] = found ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
