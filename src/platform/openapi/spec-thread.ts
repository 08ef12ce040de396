import { AskedThread } from "../kernel/asked-thread.ts";
import { looksLikeJson } from "./parse-file.ts";
import type { ReferenceRequest, RenderedReference } from "./reference/rendered.ts";
import { type EarlierFile, type FileReading, SpecBook, type SpecReading } from "./spec-book.ts";
import type { Question } from "./spec-worker.ts";

/** Megabytes that a thread may take. */
const mostMemory = 1500;

/** Milliseconds that a thread is kept for the next reference: starting one takes longer than a small reference. */
const keptFor = 10_000;

/** A thread that reads specifications and writes references. */
type SpecThread = AskedThread<Question>;

const openSpecThread = (): SpecThread =>
  new AskedThread({
    built: new URL("./openapi-worker.cjs", import.meta.url),
    source: new URL("./spec-worker.ts", import.meta.url),
    mostMemory,
  });

let idle: { readonly thread: SpecThread; readonly timer: NodeJS.Timeout } | undefined;

/** Writes a reference. Always in a thread: small descriptions can describe much. */
export async function renderInThread(request: ReferenceRequest, signal: AbortSignal): Promise<RenderedReference> {
  const thread = takeIdle() ?? openSpecThread();
  try {
    const made = await thread.ask<RenderedReference>({ ask: "render", request }, signal);
    keepIdle(thread);
    return made;
  } catch (error) {
    await thread.close();
    throw error;
  }
}

function takeIdle(): SpecThread | undefined {
  const found = idle;
  idle = undefined;
  if (found === undefined) return undefined;
  clearTimeout(found.timer);
  if (!found.thread.isWell) return undefined;
  found.thread.hold(true);
  return found.thread;
}

function keepIdle(thread: SpecThread): void {
  if (idle !== undefined) {
    void thread.close();
    return;
  }
  thread.hold(false);
  const timer = setTimeout(() => void takeIdle()?.close(), keptFor).unref();
  idle = { thread, timer };
}

/** Reads a specification without keeping others waiting. */
export interface SpecReader {
  add(path: string, text: string): Promise<FileReading>;
  finish(targets: ReadonlyMap<string, string>, earlier: readonly EarlierFile[]): Promise<SpecReading>;
  close(): Promise<void>;
}

/** Characters that are read within a few milliseconds; more of them in a thread of their own. YAML takes longer. */
const atOnce = { json: 32_000, yaml: 8000 };

/** With aliases, few characters can be long work. */
const anchor = /(?:^|[\s,[{])&\S/;

/** `known` is how many characters of JSON are to be read besides. */
export function openSpecReader(known: number, signal: AbortSignal): SpecReader {
  if (known > atOnce.json) return new ThreadReader(signal);
  let share = known / atOnce.json;
  let book: SpecBook | undefined = new SpecBook();
  let thread: SpecReader | undefined;
  const small: { path: string; text: string }[] = [];
  return {
    async add(path, text) {
      share += shareOf(text);
      if (book !== undefined && share <= 1) {
        small.push({ path, text });
        return book.add(path, text);
      }
      // The first file that is too much takes those before along.
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

/** How much a text is of what is read at once. */
function shareOf(text: string): number {
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
    return this.#thread.ask<FileReading>({ ask: "add", path, text }, this.#signal);
  }

  finish(targets: ReadonlyMap<string, string>, earlier: readonly EarlierFile[]): Promise<SpecReading> {
    return this.#thread.ask<SpecReading>({ ask: "finish", targets, earlier }, this.#signal);
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
