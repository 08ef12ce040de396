import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { GitFailure, type GitOptions, killGit, startGit } from "./git-process.ts";

/** Reads files of a repository by their hash, through one process that stays for as long as it is needed. */
export class BlobReader {
  readonly #options: GitOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #chunks: AsyncIterator<Buffer<ArrayBuffer>> | undefined;
  #rest = Buffer.alloc(0);
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
    if (this.#child === undefined) this.#start();
    this.#child?.stdin.write(`${oid}\n`);
    const [, type, length] = (await this.#line()).split(" ");
    if (type !== "blob") throw new GitFailure("cat-file", "a file of the repository is missing");
    const bytes = await this.#take(Number(length) + 1);
    return Uint8Array.from(bytes.subarray(0, -1));
  }

  #start(): void {
    const child = startGit(["cat-file", "--batch"], this.#options);
    child.stdin.on("error", () => {});
    child.on("error", () => {});
    child.stderr.resume();
    this.#options.signal.addEventListener("abort", () => killGit(child), { once: true });
    this.#child = child;
    this.#chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer<ArrayBuffer>>;
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
      if (next === undefined || next.done) throw new GitFailure("cat-file", "the clone cannot be read");
      pieces.push(next.value);
      size += next.value.length;
    }
    this.#rest = Buffer.concat(pieces);
  }
}
