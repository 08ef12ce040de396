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
  readonly #states = new Map<Watch, string | undefined>();
  /** The check that read them all; undefined if they were read at different times. */
  #lastState: string | undefined;
  #hasMixedStates = false;
  #pendingState: Promise<string> | undefined;
  /** Kept until the next update, for watches that begin one after the other. */
  #parts: { readonly look: string; readonly read: Promise<ReadonlyMap<string, string>> } | undefined;

  constructor(source: Source, client: () => Promise<Client>) {
    this.#source = source;
    this.#client = client;
  }

  get size(): number {
    return this.#states.size;
  }

  /** Returns whether the resource exists. Rejects if that is unknown; the resource is watched anyway. */
  async add(watch: Watch): Promise<boolean> {
    this.#states.set(watch, undefined);
    const look = await this.#readState();
    this.#lastState ??= look;
    if (look !== this.#lastState) this.#hasMixedStates = true;
    const seen = watch.part === undefined ? look : getState(watch.part, await this.#readParts(look));
    if (this.#states.has(watch) && this.#states.get(watch) === undefined) this.#states.set(watch, seen);
    return seen !== missing;
  }

  remove(watch: Watch): void {
    this.#states.delete(watch);
  }

  /** Checks once, and notifies watchers of changed resources. Rejects if nothing could be read. */
  async update(): Promise<void> {
    const now = await this.#readState();
    const isSame = now === this.#lastState && !this.#hasMixedStates && ![...this.#states.values()].includes(undefined);
    if (isSame) {
      this.#parts = undefined;
      return;
    }
    this.#hasMixedStates = false;
    const watches = [...this.#states.keys()];
    const parts = watches.some(({ part }) => part !== undefined) ? await this.#readParts(now) : new Map();
    this.#lastState = now;
    for (const watch of watches) {
      if (!this.#states.has(watch)) continue;
      const before = this.#states.get(watch);
      const seen = watch.part === undefined ? now : getState(watch.part, parts);
      this.#states.set(watch, seen);
      if (before !== undefined && before !== seen) watch.changed();
    }
  }

  /** Concurrent callers share one request. */
  #readState(): Promise<string> {
    this.#pendingState ??= this.#context()
      .then((context) => lookOrMissing(this.#source.look(context), missing))
      .finally(() => {
        this.#pendingState = undefined;
      });
    return this.#pendingState;
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
    return { client: await this.#client(), signal: AbortSignal.timeout(maxPollMs) };
  }
}

const getState = (part: string, parts: ReadonlyMap<string, string>): string => parts.get(part) ?? missing;

/** Milliseconds. */
const maxPollMs = 30_000;
