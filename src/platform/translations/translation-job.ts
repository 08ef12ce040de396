import type { JobKind } from "../kernel/jobs/job-kind.ts";
import { assemble, deliver } from "./deliver.ts";
import { listWork, makePlan } from "./plan.ts";
import { provide } from "./provide.ts";
import { openProvider } from "./providers/open-provider.ts";
import { countTasks } from "./work-rows.ts";

export interface TranslationInput {
  readonly translation: string;
}

/** What a go that ended before the run did leaves behind. */
export interface TranslationOutcome {
  readonly waiting: number;
  /** Why the provider did not translate the rest. */
  readonly problem: string | undefined;
}

/**
 * One go at a run: notes what the memory lacks, lets the provider translate it where there is one and, when nothing is
 * lacking, writes the change request. Begun again, it finds in the memory what was translated before.
 */
export const translationJob: JobKind<TranslationInput> = {
  time: 60 * 60_000,
  async run({ translation }, job) {
    const plan = await job.read((context) => makePlan(context, translation));
    if (plan === undefined) return async () => ({});
    let waiting = await listWork(plan, job);
    let problem: string | undefined;
    if (waiting > 0) {
      const { settings, model } = await job.read(async (context) => ({
        settings: context.translation,
        model: context.model,
      }));
      const provider = await openProvider(settings, model, job);
      if (provider !== undefined) problem = await provide(plan, waiting, provider, settings, job);
      waiting = await job.read(async ({ queries }) => (await countTasks(queries, [translation])).get(translation) ?? 0);
    }
    if (waiting > 0) return async (): Promise<TranslationOutcome> => ({ waiting, problem });
    const made = await assemble(plan, job);
    return (context) => deliver(context, plan, made);
  },
};
