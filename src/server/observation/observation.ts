import { escapeControls } from "../../client/excerpt.ts";
import { observeRequests, type RequestEvent, type RequestTrace } from "../../client/request-events.ts";
import { estimateParts } from "../../present/budget.ts";
import type { Log } from "../log.ts";
import {
  countRetries,
  createSpans,
  type FinishedCall,
  newSpanId,
  newTraceId,
  type ObservedMethod,
  type Outcome,
  readTraceParent,
  type SpanIds,
  type TraceParent,
  writeTraceParent,
} from "./finished-call.ts";
import { CallMetrics } from "./metrics.ts";
import type { SpanExporter } from "./otlp-exporter.ts";

/** A request as the host sent it. */
export interface CallFacts {
  readonly method: ObservedMethod;
  /** Its subject; for a tool, whatever name the host sent. */
  readonly name?: string | undefined;
  /** The request's id. */
  readonly id: string | number;
  readonly signal: AbortSignal;
  /** The parent span, as a `traceparent`. */
  readonly traceParent?: unknown;
}

/** The recorded part of an answer. */
export interface Verdict {
  readonly outcome: Outcome;
  /** The part that a model reads, in one or more texts. */
  readonly texts: readonly string[];
}

/** Monitors requests for operators: log lines, metrics, and traces if enabled. */
export interface Observation {
  /** Carries out a request and records its outcome. Returns and throws what `work` does. */
  observe<Result>(
    call: CallFacts,
    work: () => Promise<Result>,
    evaluate: (result: Result) => Verdict,
    /** Whether the error that `work` threw is an expected one. */
    isExpected?: (error: unknown) => boolean,
  ): Promise<Result>;
  /** What was counted so far, in the Prometheus text format. */
  metrics(): Promise<string>;
  /** Exports pending traces. */
  close(): Promise<void>;
}

export interface ObservationOptions {
  /** Names under which a tool call can be recorded. */
  readonly tools: Iterable<string>;
  readonly version: string;
  readonly log: Log;
  /** Receives spans; if left out, none are created. */
  readonly exporter?: SpanExporter | undefined;
}

const maxRequestIdChars = 64;

/** The log message, and the member for the name. */
const words: Readonly<Record<ObservedMethod, readonly [message: string, name: string]>> = {
  "tools/call": ["tool call", "tool"],
  "resources/list": ["resource list", "family"],
  "resources/read": ["resource read", "family"],
  "prompts/get": ["prompt", "prompt"],
  "completion/complete": ["completion", "of"],
};

export function createObservation({ tools, version, log, exporter }: ObservationOptions): Observation {
  const known = new Set(tools);
  const metrics = new CallMetrics(version);

  const record = (call: FinishedCall, spanIds: SpanIds | undefined): void => {
    metrics.end(call);
    if (spanIds !== undefined) exporter?.add(createSpans(call, spanIds));
    const { method, name, outcome, request, milliseconds, tokens, upstream } = call;
    const retries = countRetries(call);
    const [message, subject] = words[method];
    log(outcome === "failed" ? "error" : "info", message, {
      [subject]: name,
      outcome,
      ms: Math.round(milliseconds),
      tokens,
      request,
      upstream: upstream.length,
      retries: retries === 0 ? undefined : retries,
      trace: spanIds?.traceId,
    });
  };

  return {
    async observe({ method, name, id, signal, traceParent }, work, evaluate, isExpected = () => false) {
      const start = performance.now();
      const upstream: RequestEvent[] = [];
      const parent = readTraceParent(traceParent);
      const recorded = exporter !== undefined && parent?.sampled !== false;
      const spanIds = recorded ? { traceId: parent?.traceId ?? newTraceId(), spanId: newSpanId(), parent } : undefined;
      metrics.begin(method);
      const end = ({ outcome, texts }: Verdict) => {
        const call: FinishedCall = {
          method,
          name: method === "tools/call" && (name === undefined || !known.has(name)) ? "unknown" : name,
          outcome,
          began: performance.timeOrigin + start,
          milliseconds: performance.now() - start,
          tokens: estimateParts(texts),
          request: escapeControls(String(id).slice(0, maxRequestIdChars)),
          upstream: [...upstream],
        };
        record(call, spanIds);
      };
      observeRequests(signal, { ended: (event) => upstream.push(event), trace: createTrace(spanIds, parent) });
      try {
        const result = await work();
        const verdict = evaluate(result);
        end(signal.aborted ? { ...verdict, outcome: "cancelled" } : verdict);
        return result;
      } catch (error) {
        end({ outcome: signal.aborted ? "cancelled" : isExpected(error) ? "error" : "failed", texts: [] });
        throw error;
      }
    },
    metrics: async () => metrics.text(),
    close: async () => exporter?.close(),
  };
}

/** The traces of requests to the service: under the span created here, or else under the caller's. */
function createTrace(spanIds: SpanIds | undefined, parent: TraceParent | undefined): (() => RequestTrace) | undefined {
  if (spanIds !== undefined) {
    return () => {
      const span = newSpanId();
      return { span, traceParent: writeTraceParent({ traceId: spanIds.traceId, spanId: span, sampled: true }) };
    };
  }
  if (parent === undefined) return undefined;
  const traceParent = writeTraceParent(parent);
  return () => ({ span: undefined, traceParent });
}
