import { RequestThread } from "../../kernel/request-thread.ts";
import type { VersionChanges } from "./compare-versions.ts";
import { looksLikeJson } from "./parse-file.ts";
import type { ReferenceRequest, RenderedReference } from "./reference/rendered.ts";
import { type EarlierFile, type FileReading, SpecBook, type SpecReading } from "./spec-book.ts";
import type { WorkerRequest } from "./spec-worker.ts";

/** Memory limit of a thread, in megabytes. */
const maxMemoryMb = 1500;

/** How long an idle thread is kept, in milliseconds: starting one takes longer than a small reference. */
const maxIdleMs = 10_000;

/** A thread that reads specifications and writes references. */
export type SpecThread = RequestThread<WorkerRequest>;

const openSpecThread = (): SpecThread =>
  new RequestThread({
    built: new URL("./openapi-worker.cjs", import.meta.url),
    source: new URL("./spec-worker.ts", import.meta.url),
    maxMemoryMb,
  });

/** Opens threads, and keeps one while it is idle. */
export class ReusableThread {
  readonly #maxIdleMs: number;
  #idle: { readonly thread: SpecThread; readonly timer: NodeJS.Timeout } | undefined;

  /** `maxIdleMs`: how long an idle thread is kept, in milliseconds. */
  constructor(maxIdleMs: number) {
    this.#maxIdleMs = maxIdleMs;
  }

  async use<Result>(work: (thread: SpecThread) => Promise<Result>): Promise<Result> {
    const thread = this.#take() ?? openSpecThread();
    try {
      const result = await work(thread);
      this.#retain(thread);
      return result;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  #take(): SpecThread | undefined {
    const found = this.#idle;
    this.#idle = undefined;
    if (found === undefined) return undefined;
    clearTimeout(found.timer);
    if (!found.thread.isWell) return undefined;
    found.thread.hold(true);
    return found.thread;
  }

  #retain(thread: SpecThread): void {
    if (this.#idle !== undefined) {
      void thread.close();
      return;
    }
    thread.hold(false);
    const timer = setTimeout(() => void this.#take()?.close(), this.#maxIdleMs).unref();
    this.#idle = { thread, timer };
  }
}

const reusableThread = new ReusableThread(maxIdleMs);

/** Writes a reference, always in a thread: small descriptions can expand to much text. */
export const renderInThread = (request: ReferenceRequest, signal: AbortSignal): Promise<RenderedReference> =>
  reusableThread.use((thread) => thread.request({ ask: "render", request }, signal));

/** The differences between two stored versions. */
export const compareInThread = (
  older: readonly EarlierFile[],
  newer: readonly EarlierFile[],
  signal: AbortSignal,
): Promise<VersionChanges | undefined> =>
  reusableThread.use((thread) => thread.request({ ask: "compare", older, newer }, signal));

/** Reads a specification without blocking other work. */
export interface SpecReader {
  add(path: string, text: string): Promise<FileReading>;
  finish(targets: ReadonlyMap<string, string>, earlier: readonly EarlierFile[]): Promise<SpecReading>;
  close(): Promise<void>;
}

/** Largest text read in place, which takes a few milliseconds; larger ones go to a thread. YAML takes longer. */
const atOnce = { json: 32_000, yaml: 8000 };

/** A short text with aliases can be expensive to read. */
const anchor = /(?:^|[\s,[{])&\S/;

/** `known` is the number of further JSON characters to be read. */
export function openSpecReader(known: number, signal: AbortSignal): SpecReader {
  if (known > atOnce.json) return new ThreadReader(signal);
  let share = known / atOnce.json;
  let book: SpecBook | undefined = new SpecBook();
  let thread: SpecReader | undefined;
  const small: { path: string; text: string }[] = [];
  return {
    async add(path, text) {
      share += computeShare(text);
      if (book !== undefined && share <= 1) {
        small.push({ path, text });
        return book.add(path, text);
      }
      // The first file over the limit moves the previous ones to the thread too.
      if (thread === undefined) {
        thread = new ThreadReader(signal);
        book = undefined;
        for (const file of small) await thread.add(file.path, file.text);
      }
      return thread.add(path, text);
    },
    finish: async (targets, earlier) =>
      book?.finish(targets, earlier) ?? (thread as SpecReader).finish(targets, earlier),
    close: async () => thread?.close(),
  };
}

/** The share of the in-place limit that a text uses. */
function computeShare(text: string): number {
  if (looksLikeJson(text)) return text.length / atOnce.json;
  return text.length > atOnce.yaml || anchor.test(text) ? 2 : text.length / atOnce.yaml;
}

class ThreadReader implements SpecReader {
  readonly #thread = openSpecThread();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(path: string, text: string): Promise<FileReading> {
    return this.#thread.request<FileReading>({ ask: "add", path, text }, this.#signal);
  }

  finish(targets: ReadonlyMap<string, string>, earlier: readonly EarlierFile[]): Promise<SpecReading> {
    return this.#thread.request<SpecReading>({ ask: "finish", targets, earlier }, this.#signal);
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
