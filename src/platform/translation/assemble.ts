import { keys, type PageRecord } from "../content/records.ts";
import type { RunningJob } from "../jobs/job-kind.ts";
import { Turns } from "../turns.ts";
import { lookupIn, type SourcePage, translated } from "./page-segments.ts";
import { inBatches, type Plan, readPages } from "./plan.ts";

/** Makes the translated pages of a run, all of whose segments are known; stores their texts, to which nothing leads yet. */
export async function assemble(plan: Plan, job: RunningJob): Promise<Map<string, PageRecord>> {
  const made = new Map<string, PageRecord>();
  const turns = new Turns();
  for (const records of inBatches(plan.pages)) {
    job.signal.throwIfAborted();
    const { pages, memory } = await readPages(plan, records, job, turns);
    const done: SourcePage[] = [];
    for (const page of pages) {
      const lookup = lookupIn(memory, plan.terms);
      done.push(translated(page, lookup));
      if ([...lookup.asked.keys()].some((key) => !memory.has(key))) {
        throw new Error(`The memory of translation ${plan.row.id} lost a segment of page ${page.record.id}`);
      }
      await turns.pass();
    }
    await job.step(async ({ content }) => {
      for (const { record, text } of done) {
        const stored = text === undefined ? {} : { content: content.putText(text) };
        made.set(keys.page(record.id), { ...record, ...stored });
      }
      await content.storeBlobs();
    });
    job.progress(made.size, plan.pages.length, "Putting the pages together");
  }
  return made;
}
