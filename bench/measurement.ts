export type Unit = "ms" | "MB" | "bytes" | "tokens" | "tools" | "pages/s" | "calls/s" | "MB/s";

/** One comparison. `value / against.value` is the ratio that counts. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly against: { readonly name: string; readonly value: number };
  readonly unit: Unit;
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
}

/** A row whose goal is an amount: at most `goal` milliseconds, bytes or megabytes, or at least `goal` a second. */
export function againstGoal(what: string, value: number, goal: number, unit: Unit): Row {
  const isRate = unit.endsWith("/s");
  return { what, value, against: { name: "goal", value: goal }, unit, goal: isRate ? { atLeast: 1 } : { atMost: 1 } };
}

export interface Measurement {
  readonly rows: readonly Row[];
  /** Context for the rows: sizes, rounds, what was left out and why. */
  readonly notes: readonly string[];
}

export interface MeasureOptions {
  /** Fewer rounds and smaller data: shows that everything runs, without useful measurements. */
  readonly quick: boolean;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The quantile: the smallest value that at least this share of all do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
