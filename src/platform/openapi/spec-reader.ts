import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { looksLikeJson } from "./parse-file.ts";
import { type EarlierFile, type FileReading, SpecBook, type SpecReading } from "./spec-book.ts";
import type { Question } from "./spec-worker.ts";

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
/** Megabytes that a thread may take. */
const mostMemory = 1500;

/** The thread took more memory than it may. */
export class ReadingBrokeOff extends Error {
  override readonly name = "ReadingBrokeOff";
}

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
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  #asked: { resolve(answer: unknown): void; reject(error: unknown): void } | undefined;
  #failure: Error | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.#worker = new Worker(...source());
    this.#worker.on("message", (answer: unknown) => this.#asked?.resolve(answer));
    this.#worker.on("error", (error) => this.#end(tookTooMuch(error) ? new ReadingBrokeOff(error.message) : error));
    this.#worker.on("exit", () => this.#end(new Error("The thread ended before it had an answer")));
    signal.addEventListener("abort", () => void this.#worker.terminate(), { once: true });
  }

  add(path: string, text: string): Promise<FileReading> {
    return this.#ask<FileReading>({ ask: "add", path, text });
  }

  finish(targets: ReadonlyMap<string, string>, earlier: readonly EarlierFile[]): Promise<SpecReading> {
    return this.#ask<SpecReading>({ ask: "finish", targets, earlier });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask<Answer>(question: Question): Promise<Answer> {
    this.#signal.throwIfAborted();
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise<unknown>((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#worker.postMessage(question);
    }) as Promise<Answer>;
  }

  #end(error: Error): void {
    this.#failure ??= error;
    this.#asked?.reject(this.#signal.aborted ? this.#signal.reason : this.#failure);
  }
}

const tookTooMuch = (error: Error) => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** The built thread beside the program, or this folder's source with the loader that runs everything else. */
function source(): ConstructorParameters<typeof Worker> {
  const resourceLimits = { maxOldGenerationSizeMb: mostMemory };
  const built = new URL("./openapi-worker.cjs", import.meta.url);
  if (existsSync(fileURLToPath(built))) return [built, { resourceLimits }];
  const written = JSON.stringify(new URL("./spec-worker.ts", import.meta.url).href);
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import(${written}); });`;
  return [code, { eval: true, resourceLimits }];
}
