import { askerOf, type FinishedCall, type ObservedMethod, retriesOf } from "./finished-call.ts";
import { Histogram, NumberMetric } from "./metrics.ts";

/** Seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Counts what hosts ask for. Labels are names of tools, prompts and families of resources and words of a fixed list,
 * whatever callers send.
 */
export class CallMetrics {
  readonly #requests = new NumberMetric("counter", {
    name: "copydesk_requests_total",
    help: "Requests besides tool calls that ended: resources, prompts and completions, by outcome.",
    labels: ["method", "name", "outcome"],
  });
  readonly #requestDurations = new Histogram(
    {
      name: "copydesk_request_duration_seconds",
      help: "How long requests besides tool calls took.",
      labels: ["method", "name"],
    },
    durations,
  );
  readonly #calls = new NumberMetric("counter", {
    name: "copydesk_tool_calls_total",
    help: "Tool calls that ended, by outcome: ok, error, asked, cancelled or failed.",
    labels: ["tool", "outcome"],
  });
  readonly #errors = new NumberMetric("counter", {
    name: "copydesk_tool_errors_total",
    help: "Tool calls that ended with an error or failed.",
    labels: ["tool"],
  });
  readonly #durations = new Histogram(
    { name: "copydesk_tool_call_duration_seconds", help: "How long tool calls took.", labels: ["tool"] },
    durations,
  );
  readonly #tokens = new NumberMetric("counter", {
    name: "copydesk_answered_tokens_total",
    help: "What answers cost a model, in estimated tokens.",
    labels: ["tool"],
  });
  readonly #upstream = new NumberMetric("counter", {
    name: "copydesk_upstream_requests_total",
    help: "Requests to the service, by class of status or none.",
    labels: ["tool", "status"],
  });
  readonly #retries = new NumberMetric("counter", {
    name: "copydesk_upstream_retries_total",
    help: "Requests to the service that repeated an earlier one.",
    labels: ["tool"],
  });
  readonly #running = new NumberMetric("gauge", {
    name: "copydesk_tool_calls_running",
    help: "Tool calls under way.",
    labels: [],
  });
  readonly #build = new NumberMetric("gauge", { name: "copydesk_build_info", help: "Always 1.", labels: ["version"] });
  readonly #memory = new NumberMetric("gauge", {
    name: "process_resident_memory_bytes",
    help: "Resident memory size in bytes.",
    labels: [],
  });
  readonly #processor = new NumberMetric("counter", {
    name: "process_cpu_seconds_total",
    help: "Total user and system CPU time spent in seconds.",
    labels: [],
  });

  constructor(version: string) {
    this.#build.set(1, version);
    this.#running.set(0);
  }

  begin(method: ObservedMethod): void {
    if (method === "tools/call") this.#running.add(1);
  }

  end(call: FinishedCall): void {
    const { method, name = "", outcome, milliseconds, tokens, upstream } = call;
    const asker = askerOf(call);
    if (method === "tools/call") {
      this.#running.add(-1);
      this.#calls.add(1, name, outcome);
      this.#errors.add(outcome === "error" || outcome === "failed" ? 1 : 0, name);
      this.#durations.observe(milliseconds / 1000, name);
    } else {
      this.#requests.add(1, method, name, outcome);
      this.#requestDurations.observe(milliseconds / 1000, method, name);
    }
    this.#tokens.add(tokens, asker);
    this.#retries.add(retriesOf(call), asker);
    for (const { status } of upstream) this.#upstream.add(1, asker, statusClass(status));
  }

  /** Everything counted so far, in the Prometheus text format. */
  text(): string {
    const { user, system } = process.cpuUsage();
    this.#processor.set((user + system) / 1_000_000);
    this.#memory.set(process.memoryUsage.rss());
    const metrics = [
      this.#calls,
      this.#errors,
      this.#durations,
      this.#tokens,
      this.#upstream,
      this.#retries,
      this.#requests,
      this.#requestDurations,
      this.#running,
      this.#build,
      this.#memory,
      this.#processor,
    ];
    return `${metrics.flatMap((metric) => metric.lines()).join("\n")}\n`;
  }
}

const statusClass = (status: number | undefined): string =>
  status === undefined ? "none" : `${Math.min(5, Math.floor(status / 100))}xx`;
