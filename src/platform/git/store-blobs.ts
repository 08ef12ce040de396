import { type FileFacts, readFileFacts } from "../content/file-facts.ts";
import type { NewRow, Row } from "../kernel/database/tables.ts";
import type { RunningJob } from "../kernel/jobs/job-kind.ts";
import type { ImportPlan, PageReading, PlannedFile, PutAside } from "../space-files/index.ts";
import { putBlobs, touchBlobs } from "./rows.ts";

/**
 * Increase this when the result of reading or planning a page changes; stored results of another version are
 * recomputed.
 */
export const readingVersion = 3;

/** Precision in milliseconds with which the last use of a file is recorded. */
const touchedAfter = 7 * 24 * 60 * 60 * 1000;

/** Bytes per transaction. */
const batchBytes = 8 * 1024 * 1024;

/** The results of reading files, by hash. */
export interface KnownFiles {
  readonly readings: Map<string, PageReading>;
  readonly facts: Map<string, KnownFacts>;
}

/** Facts about a file that is not a page, and the type they were read for. */
type KnownFacts = FileFacts & { readonly declared: string };

/** What is kept about a file besides its bytes. */
interface Kept {
  readonly version: number;
  readonly reading?: PageReading | undefined;
  readonly facts?: KnownFacts | undefined;
}

export function knownFiles(known: ReadonlyMap<string, Row<"git_blob">>): KnownFiles {
  const files: KnownFiles = { readings: new Map(), facts: new Map() };
  for (const { oid, reading } of known.values()) {
    const kept = reading === null ? undefined : (JSON.parse(reading) as Kept);
    if (kept?.version !== readingVersion) continue;
    if (kept.reading !== undefined) files.readings.set(oid, kept.reading);
    if (kept.facts !== undefined) files.facts.set(oid, kept.facts);
  }
  return files;
}

export interface BlobsToStore {
  readonly plan: ImportPlan;
  oidOf(path: string): string;
  readonly known: ReadonlyMap<string, Row<"git_blob">>;
  readonly files: KnownFiles;
  readonly job: RunningJob;
}

/** Stores the texts and files of a plan that are not stored yet; nothing refers to them so far. */
export async function storeBlobs({ plan, oidOf, known, files, job }: BlobsToStore): Promise<PutAside> {
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
      if ("file" in source) facts.set(source.path, await factsOf(source.file, oidOf(source.path)));
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
        facts.set(next.value.path, await factsOf(next.value.file, oidOf(next.value.path), bytes));
      batch.push({ path: next.value.path, bytes });
      size += bytes.length;
    }
    await job.step(async ({ content, queries, now }) => {
      const rows: NewRow<"git_blob">[] = [];
      for (const { path, bytes } of batch) {
        const address = content.putFile(bytes);
        addresses.set(path, address);
        rows.push(rowOf(oidOf(path), address, now));
      }
      await content.storeBlobs();
      await putBlobs(queries, rows);
    });
    done += batch.length;
    job.progress(done, missing.length, "Storing");
  }
  return { addresses, facts };

  async function factsOf(file: PlannedFile, oid: string, bytes?: Uint8Array): Promise<FileFacts> {
    const kept = files.facts.get(oid);
    if (kept?.declared === file.contentType) {
      const { declared: _, ...facts } = kept;
      return facts;
    }
    const facts = await readFileFacts(bytes ?? (await file.read()), file.name, file.contentType);
    files.facts.set(oid, { ...facts, declared: file.contentType });
    return facts;
  }

  function rowOf(oid: string, content: string, now: string): NewRow<"git_blob"> {
    const kept: Kept = { version: readingVersion, reading: files.readings.get(oid), facts: files.facts.get(oid) };
    return { oid, content, reading: JSON.stringify(kept), used_at: now };
  }
}
