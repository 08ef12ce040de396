import { randomBytes } from "node:crypto";
import type { RequestEvent } from "../../client/request-events.ts";

/**
 * How a request ended: with an answer, with an answer that says what went wrong, with a question to a person, because
 * the host cancelled it, or with a failure that nobody foresaw.
 */
export type Outcome = "ok" | "error" | "asked" | "cancelled" | "failed";

/** The requests of a host that are recorded. */
export type ObservedMethod = "tools/call" | "resources/list" | "resources/read" | "prompts/get" | "completion/complete";

/** A host's request that is over. */
export interface FinishedCall {
  readonly method: ObservedMethod;
  /**
   * The tool, the family of the resource or the prompt. A name that is known, or "unknown": whatever a host may send as
   * a name goes nowhere. Undefined where the method says it all.
   */
  readonly name: string | undefined;
  readonly outcome: Outcome;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  readonly milliseconds: number;
  /** What the answer costs a model, as it is estimated for the budget. */
  readonly tokens: number;
  /** The request's id as the host gave it, on one line. */
  readonly request: string;
  /** What was sent to the service for it, in the order in which the answers came. */
  readonly upstream: readonly RequestEvent[];
}

/** Requests that repeated an earlier one. */
export const retriesOf = ({ upstream }: FinishedCall): number => upstream.filter(({ attempt }) => attempt > 1).length;

/** Who asked the service: the tool, or the method of what was no tool. */
export const askerOf = ({ method, name }: FinishedCall): string =>
  method === "tools/call" ? (name ?? "unknown") : method;

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

interface Attribute {
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

/** The span of a caller that this one belongs under. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the caller records its trace, in which case it is recorded here too. */
  readonly sampled: boolean;
}

/** The same as a header. */
export const writeTraceParent = ({ traceId, spanId, sampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;

/** Reads a `traceparent` of W3C Trace Context; undefined for what is none. https://www.w3.org/TR/trace-context/ */
export function readTraceParent(text: unknown): TraceParent | undefined {
  if (typeof text !== "string" || text.length > 200) return undefined;
  const found = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(text);
  const [, traceId, spanId, flags] = found ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
