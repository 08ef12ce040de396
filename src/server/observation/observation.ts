import { AsyncLocalStorage } from "node:async_hooks";
import { escapeControls } from "../../client/excerpt.ts";
import { type RequestEvent, type RequestTrace, requestChannel, requestTrace } from "../../client/request-events.ts";
import { estimateTokens } from "../../desk/present/budget.ts";
import type { Log } from "../log.ts";
import {
  type FinishedCall,
  newSpanId,
  newTraceId,
  type ObservedMethod,
  type Outcome,
  readTraceParent,
  retriesOf,
  type SpanPlace,
  spansOf,
  type TraceParent,
  writeTraceParent,
} from "./finished-call.ts";
import { CallMetrics } from "./metrics.ts";
import type { SpanExporter } from "./otlp-exporter.ts";

/** A request as the host sent it. */
export interface CallFacts {
  readonly method: ObservedMethod;
  /** What it is about; for a tool, whatever the host sent. */
  readonly name?: string | undefined;
  /** The request's id. */
  readonly id: string | number;
  readonly signal: AbortSignal;
  /** The span it belongs under, as a `traceparent`. */
  readonly traceParent?: unknown;
}

/** What is recorded of an answer. */
export interface Verdict {
  readonly outcome: Outcome;
  /** What of it a model reads. */
  readonly texts: readonly string[];
}

/** Watches requests for the people who run the server: a line in the log, numbers, and traces where they are wanted. */
export interface Observation {
  /** Carries out a request and records how it went. Answers and throws what the work does. */
  observe<Answer>(
    call: CallFacts,
    work: () => Promise<Answer>,
    judge: (answer: Answer) => Verdict,
    /** Whether what the work threw tells the host something that was foreseen. */
    foresees?: (error: unknown) => boolean,
  ): Promise<Answer>;
  /** What was counted so far, in the Prometheus text format. */
  metrics(): Promise<string>;
  /** Delivers the traces that are waiting. */
  close(): Promise<void>;
}

export interface ObservationOptions {
  /** Names that a tool call may be recorded under. */
  readonly tools: Iterable<string>;
  readonly version: string;
  readonly log: Log;
  /** Takes spans; left out, none are made. */
  readonly exporter?: SpanExporter | undefined;
}

/** Collects the requests of the call in whose asynchronous context they are made. */
const requestsOfCall = new AsyncLocalStorage<RequestEvent[]>();

const collect = (event: unknown) => void requestsOfCall.getStore()?.push(event as RequestEvent);

const longestRequestId = 64;

/** What a line of the log says, and what it calls the name. */
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
  // Subscribing again changes nothing: it is the same function.
  requestChannel.unsubscribe(collect);
  requestChannel.subscribe(collect);

  const record = (call: FinishedCall, place: SpanPlace | undefined): void => {
    metrics.end(call);
    if (place !== undefined) exporter?.add(spansOf(call, place));
    const { method, name, outcome, request, milliseconds, tokens, upstream } = call;
    const retries = retriesOf(call);
    const [message, subject] = words[method];
    log(outcome === "failed" ? "error" : "info", message, {
      [subject]: name,
      outcome,
      ms: Math.round(milliseconds),
      tokens,
      request,
      upstream: upstream.length,
      retries: retries === 0 ? undefined : retries,
      trace: place?.traceId,
    });
  };

  return {
    async observe({ method, name, id, signal, traceParent }, work, judge, foresees = () => false) {
      const start = performance.now();
      const upstream: RequestEvent[] = [];
      const parent = readTraceParent(traceParent);
      const recorded = exporter !== undefined && parent?.sampled !== false;
      const place = recorded ? { traceId: parent?.traceId ?? newTraceId(), spanId: newSpanId(), parent } : undefined;
      metrics.begin(method);
      const end = ({ outcome, texts }: Verdict) => {
        const call: FinishedCall = {
          method,
          name: method === "tools/call" && (name === undefined || !known.has(name)) ? "unknown" : name,
          outcome,
          began: performance.timeOrigin + start,
          milliseconds: performance.now() - start,
          tokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0),
          request: escapeControls(String(id).slice(0, longestRequestId)),
          upstream: [...upstream],
        };
        record(call, place);
      };
      try {
        const answer = await requestsOfCall.run(upstream, () => inTrace(place, parent, work));
        const verdict = judge(answer);
        end(signal.aborted ? { ...verdict, outcome: "cancelled" } : verdict);
        return answer;
      } catch (error) {
        end({ outcome: signal.aborted ? "cancelled" : foresees(error) ? "error" : "failed", texts: [] });
        throw error;
      }
    },
    metrics: async () => metrics.text(),
    close: async () => exporter?.close(),
  };
}

/** Does the work with the service told where its requests belong: under the span made here, or else the caller's. */
function inTrace<Answer>(
  place: SpanPlace | undefined,
  parent: TraceParent | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (place === undefined && parent === undefined) return work();
  const next = (): RequestTrace => {
    if (place === undefined) return { span: undefined, traceParent: writeTraceParent(parent as TraceParent) };
    const span = newSpanId();
    return { span, traceParent: writeTraceParent({ traceId: place.traceId, spanId: span, sampled: true }) };
  };
  return requestTrace.run(next, work);
}
