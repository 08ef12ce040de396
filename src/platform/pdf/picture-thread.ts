import { AskedThread } from "../threads/asked-thread.ts";
import type { Picture } from "./picture.ts";
import type { Prepared } from "./picture-worker.ts";

/** Megabytes of a thread's heap. What it decodes lies beside it, bounded by how large a picture may be. */
const mostMemory = 64;

/** Prepares pictures where one that is damaged or hostile harms nothing else. */
export class PictureThread {
  #thread: AskedThread<Uint8Array> | undefined;

  /** Undefined for what cannot be drawn, or not in so many milliseconds. */
  async prepare(bytes: Uint8Array, mostTime: number): Promise<Picture | undefined> {
    if (this.#thread?.isWell !== true) this.#thread = open();
    try {
      const prepared = await this.#thread.ask<Prepared>(bytes, AbortSignal.timeout(Math.max(1, Math.ceil(mostTime))));
      return "picture" in prepared ? prepared.picture : undefined;
    } catch {
      await this.close();
      return undefined;
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }
}

const open = () =>
  new AskedThread<Uint8Array>({
    built: new URL("./picture-worker.cjs", import.meta.url),
    source: new URL("./picture-worker.ts", import.meta.url),
    mostMemory,
  });
