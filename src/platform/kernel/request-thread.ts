import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** The thread exceeded its memory limit. */
export class ThreadOutOfMemory extends Error {
  override readonly name = "ThreadOutOfMemory";
}

interface ThreadProgram {
  /** The built thread file, next to the program. */
  readonly built: URL;
  /** Its source, run with the current loader when nothing is built. */
  readonly source: URL;
  /** Heap limit in megabytes; buffers are extra. */
  readonly maxMemoryMb: number;
  /** The same for new objects; V8 takes up to 48 by default. */
  readonly maxYoungMb?: number;
  readonly data?: unknown;
}

/** A thread that handles one request at a time. A failure in it only fails the request. */
export class RequestThread<Question> {
  readonly #worker: Worker;
  #pending: { resolve(result: unknown): void; reject(error: unknown): void } | undefined;
  #failure: Error | undefined;

  constructor(program: ThreadProgram) {
    this.#worker = new Worker(...start(program));
    this.#worker.on("message", (result: unknown) => this.#pending?.resolve(result));
    this.#worker.on("messageerror", (error: Error) => this.#end(error));
    this.#worker.on("error", (error) => this.#end(tookTooMuch(error) ? new ThreadOutOfMemory(error.message) : error));
    this.#worker.on("exit", () => this.#end(new Error("The thread ended before it answered")));
  }

  get isWell(): boolean {
    return this.#failure === undefined;
  }

  /** Aborting `signal` ends the thread. */
  async request<Answer>(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
    const stop = () => {
      this.#end(signal.reason as Error);
      void this.#worker.terminate();
    };
    signal.addEventListener("abort", stop, { once: true });
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        this.#pending = { resolve, reject };
        this.#worker.postMessage(question);
      })) as Answer;
    } finally {
      this.#pending = undefined;
      signal.removeEventListener("abort", stop);
    }
  }

  /** Whether the thread keeps the process alive. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#worker.ref();
    else this.#worker.unref();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(error: Error): void {
    this.#failure ??= error;
    this.#pending?.reject(this.#failure);
  }
}

const tookTooMuch = (error: Error) => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

function start({ built, source, maxMemoryMb, maxYoungMb, data }: ThreadProgram): [URL | string, WorkerOptions] {
  const options = {
    resourceLimits: {
      maxOldGenerationSizeMb: maxMemoryMb,
      ...(maxYoungMb && { maxYoungGenerationSizeMb: maxYoungMb }),
    },
    workerData: data,
  };
  if (existsSync(fileURLToPath(built))) return [built, options];
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); });`;
  return [code, { ...options, eval: true }];
}
