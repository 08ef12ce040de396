import { hashSecret } from "../../kernel/bytes.ts";
import { contentCache } from "../../kernel/caches.ts";
import { RequestThread } from "../../kernel/request-thread.ts";
import type { Drawn } from "./social-picture-worker.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The most pictures that may wait; one takes about 70 ms of processor time. */
const maxWaiting = 50;

/** Milliseconds for one picture, including the start of the thread. */
const maxDrawMs = 20_000;

/** Milliseconds without a picture before the thread ends; it uses about 100 MB. */
const idleTime = 30_000;

/** Megabytes of the thread's heap; the drawing library's memory is not included. */
const maxMemoryMb = 64;

/** Draws SVG as PNG, one picture at a time in a separate thread. */
export class SocialPictures {
  readonly #drawing = new Map<string, Promise<Bytes>>();
  #last: Promise<unknown> = Promise.resolve();
  #thread: RequestThread<string> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Undefined if too many pictures are waiting already. */
  async draw(svg: string): Promise<Bytes | undefined> {
    const key = `picture ${hashSecret(svg)}`;
    const cached = contentCache.get(key) as Bytes | undefined;
    if (cached !== undefined) return cached;
    const under = this.#drawing.get(svg);
    if (under !== undefined) return under;
    if (this.#drawing.size >= maxWaiting) return undefined;
    const drawn = this.#last.then(() => this.#request(svg)).finally(() => this.#drawing.delete(svg));
    this.#drawing.set(svg, drawn);
    this.#last = drawn.catch(() => undefined);
    const png = await drawn;
    contentCache.set(key, png, png.length);
    return png;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }

  async #request(svg: string): Promise<Bytes> {
    clearTimeout(this.#idle);
    if (this.#thread?.isWell !== true) this.#thread = open();
    const thread = this.#thread;
    thread.hold(true);
    try {
      const drawn = await thread.request<Drawn>(svg, AbortSignal.timeout(maxDrawMs));
      if ("problem" in drawn) throw new Error(`A picture could not be drawn: ${drawn.problem}`);
      return drawn.png;
    } finally {
      thread.hold(false);
      this.#idle = setTimeout(() => void this.close(), idleTime).unref();
    }
  }
}

const open = () =>
  new RequestThread<string>({
    built: new URL("./social-picture-worker.cjs", import.meta.url),
    source: new URL("./social-picture-worker.ts", import.meta.url),
    maxMemoryMb,
  });
