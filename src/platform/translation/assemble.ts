import { type FileRecord, keys, type PageRecord } from "../content/records.ts";
import type { RunningJob } from "../jobs/job-kind.ts";
import { Turns } from "../turns.ts";
import { lookupIn, type SourcePage, translated } from "./page-segments.ts";
import { inBatches, type Plan, readPages, sourcesOf } from "./plan.ts";

/** Makes the translated pages and reusable contents of a run, all of whose segments are known; stores their texts, to which nothing leads yet. */
export async function assemble(plan: Plan, job: RunningJob): Promise<Map<string, PageRecord | FileRecord>> {
  const made = new Map<string, PageRecord | FileRecord>();
  const sources = sourcesOf(plan);
  const turns = new Turns();
  for (const records of inBatches(sources)) {
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
        if ("type" in record) made.set(keys.page(record.id), { ...record, ...stored });
        else made.set(keys.file(record.id), { ...record, ...stored, size: Buffer.byteLength(text ?? "") });
      }
      await content.storeBlobs();
    });
    job.progress(made.size, sources.length, "Putting the pages together");
  }
  return made;
}
