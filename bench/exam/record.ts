import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deskJobs } from "./desk-jobs.ts";
import type { ToolAnswer } from "./desk-session.ts";
import { editingJobs } from "./editing-jobs.ts";
import { findingJobs } from "./finding-jobs.ts";
import type { Job } from "./job.ts";
import { reviewingJobs } from "./reviewing-jobs.ts";
import { importDocumentation, withWorld } from "./world.ts";

export const jobs: readonly Job[] = [...findingJobs, ...editingJobs, ...reviewingJobs, ...deskJobs];

interface Call {
  readonly tool: string;
  readonly input: unknown;
  readonly failed: boolean;
  readonly tokens: number;
  readonly text: string;
}

export interface Verdict {
  readonly job: string;
  readonly problems: readonly string[];
  readonly calls: number;
  readonly failed: number;
  readonly tokens: number;
}

/** A running job: its data folder, the calls made, and the agent's final answer, stored in a folder. */
export class JobRecord {
  readonly job: Job;
  readonly #folder: string;

  constructor(folder: string, name: string) {
    const job = jobs.find((one) => one.name === name);
    if (job === undefined)
      throw new Error(`there is no job ${name}; there are ${jobs.map((one) => one.name).join(", ")}`);
    this.job = job;
    this.#folder = join(folder, name);
  }

  get data(): string {
    return join(this.#folder, "data");
  }

  /** Makes the job's world again. */
  async prepare(docs: string): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
    importDocumentation(this.data, docs);
    const notes = await withWorld(this.data, async (world) => (await this.job.prepare?.(world)) ?? {});
    writeFileSync(join(this.#folder, "notes.json"), JSON.stringify(notes));
  }

  get isPrepared(): boolean {
    return existsSync(join(this.#folder, "notes.json"));
  }

  add(tool: string, input: unknown, { failed, tokens, text }: ToolAnswer): void {
    appendFileSync(join(this.#folder, "calls.jsonl"), `${JSON.stringify({ tool, input, failed, tokens, text })}\n`);
  }

  finish(answer: string): void {
    writeFileSync(join(this.#folder, "answer.txt"), answer);
  }

  async check(): Promise<Verdict> {
    const answer = this.#read("answer.txt");
    const notes = JSON.parse(this.#read("notes.json")) as Record<string, string>;
    const calls = this.#read("calls.jsonl")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Call);
    const problems = await withWorld(this.data, (world) => this.job.check({ ...world, answer, notes })).catch(
      (error: unknown) => [String(error)],
    );
    return {
      job: this.job.name,
      problems,
      calls: calls.length,
      failed: calls.filter(({ failed }) => failed).length,
      tokens: calls.reduce((sum, { tokens }) => sum + tokens, 0),
    };
  }

  #read(name: string): string {
    const path = join(this.#folder, name);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }
}

export function describeVerdicts(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(
    ({ job, problems, calls, failed, tokens }) =>
      `${problems.length === 0 ? "right" : "WRONG"}  ${String(calls).padStart(3)} calls (${failed} failed) ${String(tokens).padStart(7)} tokens  ${job}${problems.length === 0 ? "" : `: ${problems.join("; ")}`}`,
  );
  const right = verdicts.filter(({ problems }) => problems.length === 0).length;
  const calls = verdicts.map((verdict) => verdict.calls).sort((one, other) => one - other);
  const tokens = verdicts.reduce((sum, verdict) => sum + verdict.tokens, 0);
  const summary = `${right} of ${verdicts.length} right, median ${calls[Math.floor(calls.length / 2)] ?? 0} calls, most ${calls.at(-1) ?? 0}, ${calls.reduce((sum, count) => sum + count, 0)} in all, ${tokens} tokens of answers`;
  return [...lines, "", summary].join("\n");
}
