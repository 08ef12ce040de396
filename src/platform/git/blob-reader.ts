import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { failureOf, GitFailure, limitPassed } from "./git-failure.ts";
import { usualLimits } from "./git-limits.ts";
import { type GitOptions, killGit, startGit } from "./git-process.ts";

/** Milliseconds for one file: it may have been packed so that making it whole takes for ever. */
const mostTime = 60_000;

/** Reads files of a repository by their hash, through one process that stays for as long as it is needed. */
export class BlobReader {
  readonly #options: GitOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #chunks: AsyncIterator<Buffer<ArrayBuffer>> | undefined;
  #rest = Buffer.alloc(0);
  #errors = "";
  #closed: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: GitOptions) {
    this.#options = options;
  }

  read(oid: string): Promise<Uint8Array> {
    const next = this.#last.then(() => this.#read(oid));
    this.#last = next.catch(() => {});
    return next;
  }

  close(): void {
    this.#child?.stdin.end();
    this.#child?.stdout.destroy();
    this.#child = undefined;
  }

  async #read(oid: string): Promise<Uint8Array> {
    this.#options.signal.throwIfAborted();
    const child = this.#child ?? this.#start();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killGit(child);
    }, mostTime);
    try {
      child.stdin.write(`${oid}\n`);
      const [, type, length] = (await this.#line()).split(" ");
      if (type !== "blob") throw new GitFailure("cat-file", "a file of the repository is missing");
      const bytes = await this.#take(Number(length) + 1);
      return new Uint8Array(bytes.subarray(0, -1));
    } catch (error) {
      this.#options.signal.throwIfAborted();
      throw isLate ? limitPassed("cat-file", "time", mostTime) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = startGit(["cat-file", "--batch"], this.#options);
    child.stdin.on("error", () => {});
    this.#closed = once(child, "close").catch(() => {});
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-4000);
    });
    this.#options.signal.addEventListener("abort", () => killGit(child), { once: true });
    this.#child = child;
    this.#chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer<ArrayBuffer>>;
    return child;
  }

  /** Why there is no more to read. */
  async #ended(): Promise<Error> {
    const child = this.#child;
    // It may have ended before all that it said is here.
    await this.#closed;
    if (child === undefined || child.exitCode === 0) return new GitFailure("cat-file", "the clone cannot be read");
    return failureOf("cat-file", child.exitCode, this.#errors, usualLimits);
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) return (await this.#take(end + 1)).toString("latin1", 0, end);
      await this.#more(1);
    }
  }

  async #take(length: number): Promise<Buffer> {
    if (this.#rest.length < length) await this.#more(length - this.#rest.length);
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  /** Joined once, so that a large file in small pieces costs no more than its size. */
  async #more(wanted: number): Promise<void> {
    const pieces = [this.#rest];
    for (let size = 0; size < wanted; ) {
      const next = await this.#chunks?.next();
      if (next === undefined || next.done) throw await this.#ended();
      pieces.push(next.value);
      size += next.value.length;
    }
    this.#rest = Buffer.concat(pieces);
  }
}
