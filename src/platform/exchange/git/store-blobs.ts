import { type FileFacts, readFileFacts } from "../../content/file-facts.ts";
import type { NewRow, Row } from "../../kernel/database/tables.ts";
import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
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
const batchBytes = 4 * 1024 * 1024;

/** The results of reading files, by hash. */
export interface KnownFiles {
  readonly readings: Map<string, PageReading>;
  readonly facts: Map<string, KnownFacts>;
}

/** Facts about a file that is not a page, and the type they were read for. */
type KnownFacts = FileFacts & { readonly declared: string };

/** What is stored about a file besides its bytes. */
interface StoredFacts {
  readonly version: number;
  readonly reading?: PageReading | undefined;
  readonly facts?: KnownFacts | undefined;
}

export function knownFiles(known: ReadonlyMap<string, Row<"git_blob">>): KnownFiles {
  const files: KnownFiles = { readings: new Map(), facts: new Map() };
  for (const { oid, reading } of known.values()) {
    const stored = reading === null ? undefined : (JSON.parse(reading) as StoredFacts);
    if (stored?.version !== readingVersion) continue;
    if (stored.reading !== undefined) files.readings.set(oid, stored.reading);
    if (stored.facts !== undefined) files.facts.set(oid, stored.facts);
  }
  return files;
}

/** Stores files of a commit, in transactions of bounded size. Nothing refers to them so far. */
export class BlobStore {
  readonly #files: KnownFiles;
  readonly #job: RunningJob;
  readonly #addresses = new Map<string, string>();
  #pending = new Map<string, Uint8Array>();
  #size = 0;

  /** `known` and `files` are what earlier imports stored. */
  constructor(known: ReadonlyMap<string, Row<"git_blob">>, files: KnownFiles, job: RunningJob) {
    this.#files = files;
    this.#job = job;
    for (const { oid, content } of known.values()) this.#addresses.set(oid, content);
  }

  /** The address of a stored file. */
  findAddress(oid: string): string | undefined {
    return this.#addresses.get(oid);
  }

  /** Takes a file to store together with others. */
  put(oid: string, bytes: Uint8Array): void {
    this.#pending.set(oid, bytes);
    this.#size += bytes.length;
  }

  /** Stores the files taken so far, with what is known about them, if they are many bytes. */
  async flushIfFull(): Promise<void> {
    if (this.#size >= batchBytes) await this.finish();
  }

  /** Stores the last files. */
  async finish(): Promise<void> {
    const batch = this.#pending;
    this.#pending = new Map();
    this.#size = 0;
    if (batch.size === 0) return;
    const addresses = await this.#job.step(async ({ content, queries, now }) => {
      const rows = [...batch].map(([oid, bytes]) => this.#toRow(oid, content.putFile(bytes), now));
      await content.storeBlobs();
      await putBlobs(queries, rows);
      return rows.map(({ oid, content }) => [oid, content] as const);
    });
    for (const [oid, address] of addresses) {
      this.#addresses.set(oid, address);
      // A later file with the same bytes is read again. Kept readings would grow with the repository.
      this.#files.readings.delete(oid);
    }
  }

  #toRow(oid: string, content: string, now: string): NewRow<"git_blob"> {
    const { readings, facts } = this.#files;
    const stored: StoredFacts = { version: readingVersion, reading: readings.get(oid), facts: facts.get(oid) };
    return { oid, content, reading: JSON.stringify(stored), used_at: now };
  }
}

export interface BlobsToStore {
  readonly plan: ImportPlan;
  getOid(path: string): string;
  readonly known: ReadonlyMap<string, Row<"git_blob">>;
  readonly files: KnownFiles;
  readonly store: BlobStore;
  readonly job: RunningJob;
}

/** Stores the texts and files of a plan that are not stored yet. */
export async function storeBlobs({ plan, getOid, known, files, store, job }: BlobsToStore): Promise<PutAside> {
  await store.finish();
  await job.step(async ({ queries, now }) => {
    const stale = new Date(Date.parse(now) - touchedAfter).toISOString();
    const used = [...known.values()].filter((row) => row.used_at < stale).map(({ oid }) => oid);
    await touchBlobs(queries, used, now);
  });
  const documents = plan.pages.filter((page) => page.type === "document");
  const isMissing = (path: string) => store.findAddress(getOid(path)) === undefined;
  const missingPages = documents.filter(({ source }) => isMissing(source));
  const missingFiles = plan.files.filter(({ path }) => isMissing(path));
  const total = missingPages.length + missingFiles.length;
  const facts = new Map<string, FileFacts>();
  let done = 0;
  for (const page of missingPages) {
    job.signal.throwIfAborted();
    store.put(getOid(page.source), new TextEncoder().encode(await page.read()));
    await store.flushIfFull();
    job.progress(++done, total, "Storing");
  }
  for (const file of plan.files) {
    const oid = getOid(file.path);
    if (!isMissing(file.path)) facts.set(file.path, await readFacts(file, oid));
    else {
      job.signal.throwIfAborted();
      const bytes = await file.read();
      facts.set(file.path, await readFacts(file, oid, bytes));
      store.put(oid, bytes);
      await store.flushIfFull();
      job.progress(++done, total, "Storing");
    }
  }
  await store.finish();
  const paths = [...documents.map(({ source }) => source), ...plan.files.map(({ path }) => path)];
  return { addresses: new Map(paths.map((path) => [path, store.findAddress(getOid(path)) ?? ""])), facts };

  async function readFacts(file: PlannedFile, oid: string, bytes?: Uint8Array): Promise<FileFacts> {
    const cachedFacts = files.facts.get(oid);
    if (cachedFacts?.declared === file.contentType) {
      const { declared: _, ...facts } = cachedFacts;
      return facts;
    }
    const facts = await readFileFacts(bytes ?? (await file.read()), file.name, file.contentType);
    files.facts.set(oid, { ...facts, declared: file.contentType });
    return facts;
  }
}
