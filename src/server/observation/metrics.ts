/** The values of a metric's labels, in the order of their names. They must come from a bounded set. */
type LabelValues = readonly string[];

interface Description {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** Writes itself in the Prometheus text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export interface Metric {
  lines(): string[];
}

/** Values by labels, one series each. */
class Series<Value> {
  readonly #made = new Map<string, { readonly labels: LabelValues; readonly value: Value }>();
  readonly #make: () => Value;

  constructor(make: () => Value) {
    this.#make = make;
  }

  at(labels: LabelValues): Value {
    const key = JSON.stringify(labels);
    const known = this.#made.get(key) ?? { labels, value: this.#make() };
    this.#made.set(key, known);
    return known.value;
  }

  flatMap<Line>(write: (labels: LabelValues, value: Value) => readonly Line[]): Line[] {
    return [...this.#made.values()].flatMap(({ labels, value }) => write(labels, value));
  }
}

/** A number for each combination of labels, which only grows unless its `type` says gauge. */
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

/** How many observations were at most so large, for each combination of labels. */
export class Histogram implements Metric {
  readonly #description: Description;
  readonly #bounds: readonly number[];
  readonly #series: Series<{ counts: number[]; count: number; sum: number }>;

  /** Bounds ascend. */
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

const header = ({ name, help }: Description, type: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

function labelText(names: readonly string[], values: LabelValues): string {
  if (names.length === 0) return "";
  return `{${names.map((name, at) => `${name}="${escaped(values[at] ?? "")}"`).join(",")}}`;
}

const escaped = (value: string) => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
