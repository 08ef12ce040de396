import { keys, type PageRecord } from "../content/records.ts";
import type { RunningJob } from "../jobs/job-kind.ts";
import { lookupIn, translated } from "./page-segments.ts";
import { inBatches, type Plan, readPages } from "./plan.ts";

/** Makes the translated pages of a run, all of whose segments are known; stores their texts, to which nothing leads yet. */
export async function assemble(plan: Plan, job: RunningJob): Promise<Map<string, PageRecord>> {
  const made = new Map<string, PageRecord>();
  for (const records of inBatches(plan.pages)) {
    job.signal.throwIfAborted();
    await job.step(async (context) => {
      const { pages, memory } = await readPages(context, plan, records);
      for (const page of pages) {
        const lookup = lookupIn(memory, plan.terms);
        const { record, text } = translated(page, lookup);
        if ([...lookup.asked.keys()].some((key) => !memory.has(key))) {
          throw new Error(`The memory of translation ${plan.row.id} lost a segment of page ${record.id}`);
        }
        const content = text === undefined ? {} : { content: context.content.putText(text) };
        made.set(keys.page(record.id), { ...record, ...content });
      }
      await context.content.storeBlobs();
    });
    job.progress(made.size, plan.pages.length, "Putting the pages together");
  }
  return made;
}
