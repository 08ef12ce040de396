import type { JobKind } from "../jobs/job-kind.ts";
import { assemble } from "./assemble.ts";
import { deliver } from "./deliver.ts";
import { listWork, makePlan } from "./plan.ts";

export interface TranslationInput {
  readonly translation: string;
}

/**
 * One go at a run: notes what the memory lacks and, when it lacks nothing, writes the change request. Begun again, it
 * finds in the memory what was translated before.
 */
export const translationJob: JobKind<TranslationInput> = {
  time: 60 * 60_000,
  async run({ translation }, job) {
    const plan = await job.read((context) => makePlan(context, translation));
    if (plan === undefined) return async () => ({});
    const waiting = await listWork(plan, job);
    if (waiting > 0) return async () => ({ waiting });
    const made = await assemble(plan, job);
    return (context) => deliver(context, plan, made);
  },
};
