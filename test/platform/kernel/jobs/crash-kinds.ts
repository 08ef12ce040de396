import { writeSync } from "node:fs";
import type { JobKind, JobKinds } from "../../../../src/platform/kernel/jobs/job-kind.ts";

export const crashSteps = 40;

/** Writes one row per step, once each however often it is started, and another row with the last transaction. */
const count: JobKind<{ name: string }> = {
  time: 60_000,
  async run({ name }, job) {
    for (let step = 0; step < crashSteps; step += 1) {
      await job.step(async ({ queries }) => {
        await queries
          .insertInto("setting")
          .values({ name: `${name}-${step}`, value: "" })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      job.progress(step + 1, crashSteps, "Counting");
      writeSync(1, ".");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return async ({ queries }) => {
      await queries
        .insertInto("setting")
        .values({ name: `${name}-end-${Math.random()}`, value: "" })
        .execute();
      return { steps: crashSteps };
    };
  },
};

export const crashKinds: JobKinds = { count: async () => count as JobKind<never> };
