import { AsyncLocalStorage } from "node:async_hooks";
import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { escapeControls } from "../../client/excerpt.ts";
import { type RequestEvent, requestChannel } from "../../client/request-channel.ts";
import { estimateTokens } from "../../tools/present/budget.ts";
import type { Log } from "../log.ts";
import { type FinishedCall, type Outcome, retriesOf } from "./finished-call.ts";
import type { SpanExporter } from "./otlp-exporter.ts";
import { newTraceId, spansOf } from "./span.ts";
import { ToolMetrics } from "./tool-metrics.ts";
import { readTraceParent } from "./trace-parent.ts";

type Result = CallToolResult | InputRequiredResult;

/** A tool call as the host sent it. */
export interface CallFacts {
  readonly tool: string;
  /** The request's id. */
  readonly id: string | number;
  readonly signal: AbortSignal;
  /** The span it belongs under, as a `traceparent`. */
  readonly traceParent?: unknown;
}

/** Watches tool calls for the people who run the server: a line in the log, numbers, and traces where they are wanted. */
export interface Observation {
  /** Carries out a call and records how it went. Answers and throws what the work does. */
  observe<Answer extends Result>(call: CallFacts, work: () => Promise<Answer>): Promise<Answer>;
  /** What was counted so far, in the Prometheus text format. */
  metrics(): Promise<string>;
  /** Delivers the traces that are waiting. */
  close(): Promise<void>;
}

export interface ObservationOptions {
  /** Names that a call may be recorded under. */
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

export function createObservation({ tools, version, log, exporter }: ObservationOptions): Observation {
  const known = new Set(tools);
  const metrics = new ToolMetrics(version);
  // Subscribing again changes nothing: it is the same function.
  requestChannel.unsubscribe(collect);
  requestChannel.subscribe(collect);

  const record = (call: FinishedCall, traceParent: unknown): void => {
    metrics.end(call);
    const parent = readTraceParent(traceParent);
    const traced = exporter !== undefined && parent?.sampled !== false;
    const trace = traced ? (parent?.traceId ?? newTraceId()) : undefined;
    if (trace !== undefined) exporter?.add(spansOf(call, trace, parent));
    const { tool, outcome, request, tokens, upstream } = call;
    const retries = retriesOf(call);
    log(outcome === "failed" ? "error" : "info", "tool call", {
      tool,
      outcome,
      ms: Math.round(call.milliseconds),
      tokens,
      request,
      upstream: upstream.length,
      retries: retries === 0 ? undefined : retries,
      trace,
    });
  };

  return {
    async observe({ tool, id, signal, traceParent }, work) {
      const start = performance.now();
      const upstream: RequestEvent[] = [];
      metrics.begin();
      const end = (outcome: Outcome, tokens: number) => {
        const call: FinishedCall = {
          tool: known.has(tool) ? tool : "unknown",
          outcome,
          began: performance.timeOrigin + start,
          milliseconds: performance.now() - start,
          tokens,
          request: escapeControls(String(id).slice(0, longestRequestId)),
          upstream: [...upstream],
        };
        record(call, traceParent);
      };
      try {
        const answer = await requestsOfCall.run(upstream, work);
        end(signal.aborted ? "cancelled" : outcomeOf(answer), tokensOf(answer));
        return answer;
      } catch (error) {
        end(signal.aborted ? "cancelled" : "failed", 0);
        throw error;
      }
    },
    metrics: async () => metrics.text(),
    close: async () => exporter?.close(),
  };
}

function outcomeOf(answer: Result): Outcome {
  if (!isAnswer(answer)) return "asked";
  return answer.isError === true ? "error" : "ok";
}

function tokensOf(answer: Result): number {
  if (!isAnswer(answer)) return 0;
  return answer.content.reduce((sum, part) => sum + (part.type === "text" ? estimateTokens(part.text) : 0), 0);
}

const isAnswer = (answer: Result): answer is CallToolResult => "content" in answer;
