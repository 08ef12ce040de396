import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ReferenceRequest, RenderedReference } from "./reference/rendered.ts";
import type { Question } from "./spec-worker.ts";

/** Megabytes that a thread may take. */
const mostMemory = 1500;
/** Milliseconds that a thread is kept for the next reference: starting one takes longer than a small reference. */
const keptFor = 10_000;

/** The thread took more memory than it may. */
export class ReadingBrokeOff extends Error {
  override readonly name = "ReadingBrokeOff";
}

/** A thread that is asked one question at a time. */
export class SpecThread {
  readonly #worker: Worker;
  #asked: { resolve(answer: unknown): void; reject(error: unknown): void } | undefined;
  #failure: Error | undefined;

  constructor() {
    this.#worker = new Worker(...source());
    this.#worker.on("message", (answer: unknown) => this.#asked?.resolve(answer));
    this.#worker.on("error", (error) => this.#end(tookTooMuch(error) ? new ReadingBrokeOff(error.message) : error));
    this.#worker.on("exit", () => this.#end(new Error("The thread ended before it had an answer")));
  }

  get isWell(): boolean {
    return this.#failure === undefined;
  }

  /** The thread ends with `signal`. */
  async ask<Answer>(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
    const stop = () => {
      this.#end(signal.reason as Error);
      void this.#worker.terminate();
    };
    signal.addEventListener("abort", stop, { once: true });
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        this.#asked = { resolve, reject };
        this.#worker.postMessage(question);
      })) as Answer;
    } finally {
      this.#asked = undefined;
      signal.removeEventListener("abort", stop);
    }
  }

  /** Whether it keeps the process from ending. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#worker.ref();
    else this.#worker.unref();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(error: Error): void {
    this.#failure ??= error;
    this.#asked?.reject(this.#failure);
  }
}

let idle: { readonly thread: SpecThread; readonly timer: NodeJS.Timeout } | undefined;

/** Writes a reference. Always in a thread: small descriptions can describe much. */
export async function renderInThread(request: ReferenceRequest, signal: AbortSignal): Promise<RenderedReference> {
  const thread = takeIdle() ?? new SpecThread();
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
