import { openPlatform } from "../../../../src/platform/index.ts";
import type { JobKind, RunningJob } from "../../../../src/platform/kernel/jobs/job-kind.ts";
import {
  type TranslationInput,
  translationJob,
} from "../../../../src/platform/knowledge/translations/translation-job.ts";

/** Runs the translations of a data folder with a service, and halts forever in or after a transaction of the job. */
const [folder = "", url = "", stop = "", where = ""] = process.argv.slice(2);

let steps = 0;

async function halt(): Promise<never> {
  console.log("halted");
  return new Promise(() => setInterval(() => {}, 1000));
}

function halting(job: RunningJob): RunningJob {
  return {
    ...job,
    async step(work) {
      steps += 1;
      const isIt = String(steps) === stop;
      const result = await job.step(async (context) => {
        const done = await work(context);
        if (isIt && where === "in") await halt();
        return done;
      });
      if (isIt && where === "after") await halt();
      return result;
    },
  };
}

const kind: JobKind<TranslationInput> = {
  ...translationJob,
  async run(input, job) {
    const last = await translationJob.run(input, halting(job));
    return async (context) => {
      const result = await last(context);
      if (stop === "last") await halt();
      return result;
    };
  },
};

const platform = await openPlatform({
  folder,
  translation: { provider: "deepl", url, key: "k-123456", characters: 0, pause: 1 },
  jobs: { translation: async () => kind },
});

await platform.jobsSettled();
