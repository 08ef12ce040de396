import type { World } from "./world.ts";

/** The outcome of a job when the agent says that it is done. */
interface Outcome extends World {
  /** What the agent said at the end. */
  readonly answer: string;
  /** What `prepare` returned. */
  readonly notes: Readonly<Record<string, string>>;
}

export interface Job {
  readonly name: string;
  /** The person's request, in their words. */
  readonly prompt: string;
  /** Fills the world beyond the documentation; returns ids that `check` needs. */
  prepare?(world: World): Promise<Record<string, string>>;
  /** What is wrong with the outcome; empty if the job is done correctly. */
  check(outcome: Outcome): Promise<string[]>;
}

/** The complaints of the conditions that do not hold. */
export function unless(...conditions: readonly (readonly [holds: boolean, complaint: string])[]): string[] {
  return conditions.filter(([holds]) => !holds).map(([, complaint]) => complaint);
}

export function occurrences(text: string | undefined, part: string): number {
  return (text ?? "").split(part).length - 1;
}
