import { type FileFacts, readFileFacts } from "../content/file-facts.ts";
import type { ImportPlan } from "../import/plan.ts";
import type { PutAside } from "../import/put-aside.ts";
import type { PageReading } from "../import/read-folder.ts";
import type { RunningJob } from "../jobs/job-kind.ts";
import { putBlobs, touchBlobs } from "../store/git.ts";
import type { NewRow, Row } from "../store/tables.ts";

/** Counts up when what reading a page tells changes: kept readings of another number are made again. */
const readingVersion = 1;

/** How exactly it is noted when files were last come upon, in milliseconds. */
const touchedAfter = 7 * 24 * 60 * 60 * 1000;

/** Bytes put into one transaction. */
const batchBytes = 8 * 1024 * 1024;

/** The readings that are kept of files, by their hash. */
export function keptReadings(known: ReadonlyMap<string, Row<"git_blob">>): Map<string, PageReading> {
  const readings = new Map<string, PageReading>();
  for (const { oid, reading } of known.values()) {
    const kept = reading === null ? undefined : (JSON.parse(reading) as { version: number; reading: PageReading });
    if (kept?.version === readingVersion) readings.set(oid, kept.reading);
  }
  return readings;
}

export interface BlobsToStore {
  readonly plan: ImportPlan;
  oidOf(path: string): string;
  readonly known: ReadonlyMap<string, Row<"git_blob">>;
  readonly readings: ReadonlyMap<string, PageReading>;
  readonly job: RunningJob;
}

/** Stores the texts and files of a plan that are not there yet, where nothing refers to them. */
export async function storeBlobs({ plan, oidOf, known, readings, job }: BlobsToStore): Promise<PutAside> {
  const addresses = new Map<string, string>();
  const facts = new Map<string, FileFacts>();
  const sources = [
    ...plan.pages.flatMap((page) =>
      page.type === "document"
        ? [{ path: page.source, isPage: true, read: async () => new TextEncoder().encode(await page.read()), page }]
        : [],
    ),
    ...plan.files.map((file) => ({ path: file.path, isPage: false, read: () => file.read(), file })),
  ];
  const missing: typeof sources = [];
  for (const source of sources) {
    const content = known.get(oidOf(source.path))?.content;
    if (content === undefined) missing.push(source);
    else {
      addresses.set(source.path, content);
      if ("file" in source) facts.set(source.path, await factsOf(source.file, source.read));
    }
  }
  await job.step(async ({ queries, now }) => {
    const stale = new Date(Date.parse(now) - touchedAfter).toISOString();
    const used = [...known.values()].filter((row) => row.used_at < stale).map(({ oid }) => oid);
    await touchBlobs(queries, used, now);
  });
  const pending = missing.values();
  let done = 0;
  for (let next = pending.next(); !next.done; ) {
    const batch: { path: string; bytes: Uint8Array }[] = [];
    for (let size = 0; !next.done && size < batchBytes; next = pending.next()) {
      job.signal.throwIfAborted();
      const bytes = await next.value.read();
      if ("file" in next.value)
        facts.set(next.value.path, await readFileFacts(bytes, next.value.file.name, next.value.file.contentType));
      batch.push({ path: next.value.path, bytes });
      size += bytes.length;
    }
    await job.step(async ({ content, queries, now }) => {
      const rows: NewRow<"git_blob">[] = [];
      for (const { path, bytes } of batch) {
        const address = content.putBytes(bytes);
        addresses.set(path, address);
        rows.push(rowOf(oidOf(path), address, readings.get(oidOf(path)), now));
      }
      await content.storeBlobs();
      await putBlobs(queries, rows);
    });
    done += batch.length;
    job.progress(done, missing.length, "Storing");
  }
  return { addresses, facts };
}

async function factsOf(file: ImportPlan["files"][number], read: () => Promise<Uint8Array>): Promise<FileFacts> {
  return readFileFacts(await read(), file.name, file.contentType);
}

function rowOf(oid: string, content: string, reading: PageReading | undefined, now: string): NewRow<"git_blob"> {
  const kept = reading === undefined ? null : JSON.stringify({ version: readingVersion, reading });
  return { oid, content, reading: kept, used_at: now };
}
