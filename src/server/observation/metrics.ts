import { countRetries, type FinishedCall, getRequestName, type ObservedMethod } from "./finished-call.ts";

/** Seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Values by labels, one series each. */
class Series<Value> {
  readonly #entries = new Map<string, { readonly labels: LabelValues; readonly value: Value }>();
  readonly #make: () => Value;

  constructor(make: () => Value) {
    this.#make = make;
  }

  at(labels: LabelValues): Value {
    const key = JSON.stringify(labels);
    const known = this.#entries.get(key) ?? { labels, value: this.#make() };
    this.#entries.set(key, known);
    return known.value;
  }

  flatMap<Line>(write: (labels: LabelValues, value: Value) => readonly Line[]): Line[] {
    return [...this.#entries.values()].flatMap(({ labels, value }) => write(labels, value));
  }
}

/** A number for each combination of labels, which only increases unless `type` is gauge. */
export class NumberMetric implements Metric {
  readonly #description: Description;
  readonly #type: "counter" | "gauge";
  readonly #series = new Series(() => ({ number: 0 }));

  constructor(type: "counter" | "gauge", description: Description) {
    this.#type = type;
    this.#description = description;
  }

  add(number: number, ...labels: LabelValues): void {
    this.#series.at(labels).number += number;
  }

  set(number: number, ...labels: LabelValues): void {
    this.#series.at(labels).number = number;
  }

  lines(): string[] {
    const { name, labels: names } = this.#description;
    const samples = this.#series.flatMap((labels, { number }) => [`${name}${labelText(names, labels)} ${number}`]);
    return [...header(this.#description, this.#type), ...samples];
  }
}

/** A histogram for each combination of labels. */
export class Histogram implements Metric {
  readonly #description: Description;
  readonly #bounds: readonly number[];
  readonly #series: Series<{ counts: number[]; count: number; sum: number }>;

  /** Bounds in ascending order. */
  constructor(description: Description, bounds: readonly number[]) {
    this.#description = description;
    this.#bounds = bounds;
    this.#series = new Series(() => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }));
  }

  observe(number: number, ...labels: LabelValues): void {
    const series = this.#series.at(labels);
    series.counts = series.counts.map((count, at) => (number <= (this.#bounds[at] ?? 0) ? count + 1 : count));
    series.count += 1;
    series.sum += number;
  }

  lines(): string[] {
    const { name, labels: names } = this.#description;
    const samples = this.#series.flatMap((labels, { counts, count, sum }) => [
      ...[...counts, count].map((within, at) => {
        const bound = this.#bounds[at] === undefined ? "+Inf" : String(this.#bounds[at]);
        return `${name}_bucket${labelText([...names, "le"], [...labels, bound])} ${within}`;
      }),
      `${name}_sum${labelText(names, labels)} ${sum}`,
      `${name}_count${labelText(names, labels)} ${count}`,
    ]);
    return [...header(this.#description, "histogram"), ...samples];
  }
}

/**
 * Counts hosts' requests. Labels are names of tools, prompts and resource families, and words of a fixed list,
 * whatever callers send.
 */
export class CallMetrics {
  readonly #requests = new NumberMetric("counter", {
    name: "copydesk_requests_total",
    help: "Requests other than tool calls that ended: resources, prompts and completions, by outcome.",
    labels: ["method", "name", "outcome"],
  });
  readonly #requestDurations = new Histogram(
    {
      name: "copydesk_request_duration_seconds",
      help: "How long requests other than tool calls took.",
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
    help: "Cost of answers for a model, in estimated tokens.",
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
    const requestName = getRequestName(call);
    if (method === "tools/call") {
      this.#running.add(-1);
      this.#calls.add(1, name, outcome);
      this.#errors.add(outcome === "error" || outcome === "failed" ? 1 : 0, name);
      this.#durations.observe(milliseconds / 1000, name);
    } else {
      this.#requests.add(1, method, name, outcome);
      this.#requestDurations.observe(milliseconds / 1000, method, name);
    }
    this.#tokens.add(tokens, requestName);
    this.#retries.add(countRetries(call), requestName);
    for (const { status } of upstream) this.#upstream.add(1, requestName, statusClass(status));
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

/** Values of a metric's labels, in the order of their names. They must come from a bounded set. */
type LabelValues = readonly string[];

interface Description {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** Renders itself in the Prometheus text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
interface Metric {
  lines(): string[];
}

const header = ({ name, help }: Description, type: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

function labelText(names: readonly string[], values: LabelValues): string {
  if (names.length === 0) return "";
  return `{${names.map((name, at) => `${name}="${escaped(values[at] ?? "")}"`).join(",")}}`;
}

const escaped = (value: string) => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
