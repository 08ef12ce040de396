import type { Log } from "../log.ts";
import { attributes, type Span } from "./finished-call.ts";
import type { OtlpSettings } from "./otlp-settings.ts";

export interface SpanExporter {
  add(spans: readonly Span[]): void;
  /** Exports pending spans, if that can be done quickly. */
  close(): Promise<void>;
}

/** Limit on pending spans; later ones are dropped. */
const maxWaitingSpans = 2048;

const maxBatchSize = 256;

/** Milliseconds. */
const patience = { batch: 1000, close: 2000 } as const;

/** Exports spans as OTLP over HTTP in JSON, in sequential batches. Spans that cannot be delivered are dropped. */
export function createOtlpExporter(settings: OtlpSettings, version: string, log: Log): SpanExporter {
  const resource = { attributes: attributes({ "service.version": version, ...settings.resource }) };
  let waiting: Span[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let delivery: Promise<void> | undefined;
  let failing = false;

  const deliver = async (timeout: number): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) {
      const spans = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      const problem = await post(settings, { resource, spans, version, timeout });
      if (problem === undefined) failing = false;
      else {
        dropped += spans.length;
        // Logged once until it works again, so that a long outage does not flood the log.
        if (!failing) log("warn", `traces: not delivered: ${problem}`);
        failing = true;
      }
    }
  };
  const begin = (timeout: number): Promise<void> => {
    delivery ??= deliver(timeout).finally(() => {
      delivery = undefined;
    });
    return delivery;
  };

  return {
    add(spans) {
      const capacity = maxWaitingSpans - waiting.length;
      waiting.push(...spans.slice(0, capacity));
      dropped += Math.max(0, spans.length - capacity);
      if (waiting.length >= maxBatchSize) void begin(settings.timeout);
      else timer ??= setTimeout(() => void begin(settings.timeout), patience.batch).unref();
    },
    async close() {
      const soon = Math.min(patience.close, settings.timeout);
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, soon).unref());
      await Promise.race([(delivery ?? Promise.resolve()).then(() => begin(soon)), deadline]);
      clearTimeout(timer);
      if (dropped > 0) log("warn", "traces: some were dropped", { spans: dropped });
    },
  };
}

interface Batch {
  readonly resource: object;
  readonly spans: readonly Span[];
  readonly version: string;
  readonly timeout: number;
}

/** Returns what went wrong, without headers or the collector's response; undefined if nothing did. */
async function post({ url, headers }: OtlpSettings, { resource, spans, version, timeout }: Batch) {
  const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "copydesk", version }, spans }] }] };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeout),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `the collector answered ${response.status}`;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    return typeof code === "string" ? code : error instanceof Error ? error.name : "it cannot be reached";
  }
}
