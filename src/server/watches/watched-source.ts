import { type LookContext, lookOrMissing, missing, type Source } from "../../resources/resource.ts";
import type { Client } from "../request-scope.ts";

/** One watched resource. */
export interface Watch {
  /** Its name in the source, if the source has several. */
  readonly part: string | undefined;
  readonly changed: () => void;
}

/** A source as one caller sees it, with its watched resources. */
export class WatchedSource {
  readonly #source: Source;
  readonly #client: () => Promise<Client>;
  /** The last state of each watched resource; undefined until it could be read. */
  readonly #seen = new Map<Watch, string | undefined>();
  /** The check that read them all; undefined if they were read at different times. */
  #look: string | undefined;
  #seenAtOthers = false;
  #looking: Promise<string> | undefined;
  /** Kept until the next update, for watches that begin one after the other. */
  #parts: { readonly look: string; readonly read: Promise<ReadonlyMap<string, string>> } | undefined;

  constructor(source: Source, client: () => Promise<Client>) {
    this.#source = source;
    this.#client = client;
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Returns whether the resource exists. Rejects if that is unknown; the resource is watched anyway. */
  async add(watch: Watch): Promise<boolean> {
    this.#seen.set(watch, undefined);
    const look = await this.#lookNow();
    this.#look ??= look;
    if (look !== this.#look) this.#seenAtOthers = true;
    const seen = watch.part === undefined ? look : stateOf(watch.part, await this.#readParts(look));
    if (this.#seen.has(watch) && this.#seen.get(watch) === undefined) this.#seen.set(watch, seen);
    return seen !== missing;
  }

  remove(watch: Watch): void {
    this.#seen.delete(watch);
  }

  /** Checks once, and notifies watchers of changed resources. Rejects if nothing could be read. */
  async update(): Promise<void> {
    const now = await this.#lookNow();
    const isSame = now === this.#look && !this.#seenAtOthers && ![...this.#seen.values()].includes(undefined);
    if (isSame) {
      this.#parts = undefined;
      return;
    }
    this.#seenAtOthers = false;
    const watches = [...this.#seen.keys()];
    const parts = watches.some(({ part }) => part !== undefined) ? await this.#readParts(now) : new Map();
    this.#look = now;
    for (const watch of watches) {
      if (!this.#seen.has(watch)) continue;
      const before = this.#seen.get(watch);
      const seen = watch.part === undefined ? now : stateOf(watch.part, parts);
      this.#seen.set(watch, seen);
      if (before !== undefined && before !== seen) watch.changed();
    }
  }

  /** Concurrent callers share one request. */
  #lookNow(): Promise<string> {
    this.#looking ??= this.#context()
      .then((context) => lookOrMissing(this.#source.look(context), missing))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #readParts(look: string): Promise<ReadonlyMap<string, string>> {
    const { parts } = this.#source;
    if (look === missing || parts === undefined) return new Map();
    if (this.#parts?.look !== look) {
      const read = this.#context().then((context) => lookOrMissing(parts(context), new Map<string, string>()));
      this.#parts = { look, read };
    }
    const reading = this.#parts;
    try {
      return await reading.read;
    } catch (error) {
      if (this.#parts === reading) this.#parts = undefined;
      throw error;
    }
  }

  async #context(): Promise<LookContext> {
    return { client: await this.#client(), signal: AbortSignal.timeout(longestLook) };
  }
}

const stateOf = (part: string, parts: ReadonlyMap<string, string>): string => parts.get(part) ?? missing;

/** Milliseconds. */
const longestLook = 30_000;
