import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import type { ApiView } from "../../../site/blocks/reference/api-view.ts";
import { LeastRecent } from "../../kernel/least-recent.ts";
import { timesTheCache } from "../../kernel/remembered.ts";
import { ThreadOutOfMemory } from "../../kernel/request-thread.ts";
import type { ApiPart, ApiPartView, ApiRequest } from "./reference/api-parts.ts";
import type { Opened } from "./reference/api-reader.ts";
import { ReusableThread, type SpecThread } from "./spec-thread.ts";

/** Parts of one API that a page shows, and the bytes of their views together. */
const maxShown = { parts: 200, bytes: 16_000_000 };

/** Pages that may wait for the thread. */
const maxWaiting = 50;

/** What a page shows of an API, for each of its parts; undefined for those that the API does not have. */
export type ApiViews = readonly (ApiView | undefined)[];

/** Views that were read, by the key of the API and the parts. */
const known = new LeastRecent<ApiViews>(timesTheCache(1 / 4), 1);

/** Maximum bytes that parsed descriptions occupy in the thread. */
const capacity = timesTheCache(5 / 4);

const toKey = (key: string, parts: readonly ApiPart[]): string => JSON.stringify([key, parts]);

/** The views of these parts, if they have been read lately. */
export const findViews = (key: string, parts: readonly ApiPart[]): ApiViews | undefined => known.get(toKey(key, parts));

/** A page that is read again needs the parsed description, which takes longer to make than anything else. */
const thread = new ReusableThread(300_000);

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads what a page shows of an API in a thread, one page at a time. Undefined if too many pages wait. Aborting
 * `signal` ends the wait or the work.
 */
export async function readViews(
  request: Omit<ApiRequest, "capacity">,
  parts: readonly ApiPart[],
  signal: AbortSignal,
): Promise<ApiViews | undefined> {
  if (waiting >= maxWaiting) return undefined;
  const before = last;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // Whoever leaves while waiting lets the next one start only after those before.
  last = Promise.all([before, finished]);
  waiting += 1;
  try {
    await unlessAborted(before, signal);
    const read = findViews(request.key, parts);
    if (read !== undefined) return read;
    return await thread.use((opened) => readWith(opened, { ...request, capacity: capacity() }, parts, signal));
  } catch (error) {
    if (!(error instanceof ThreadOutOfMemory)) throw error;
    return parts.map(() => leftOut);
  } finally {
    waiting -= 1;
    finish();
  }
}

const leftOut: ApiView = { kind: "left-out" };

async function readWith(
  opened: SpecThread,
  request: ApiRequest,
  parts: readonly ApiPart[],
  signal: AbortSignal,
): Promise<ApiViews> {
  const state = await opened.request<Opened>({ ask: "open", request }, signal);
  if (state !== "readable") return parts.map(() => (state === "too large" ? leftOut : undefined));
  const timeSlices = new TimeSlices(signal);
  const views: (ApiView | undefined)[] = [];
  let total = 0;
  for (const part of parts) {
    if (views.length >= maxShown.parts || total >= maxShown.bytes) {
      views.push(leftOut);
      continue;
    }
    const { view, size } = await opened.request<ApiPartView>({ ask: "view", part }, signal);
    views.push(view);
    total += size;
    await timeSlices.yieldIfDue();
  }
  const key = toKey(request.key, parts);
  known.set(key, views, total + 2 * key.length);
  return views;
}

async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
