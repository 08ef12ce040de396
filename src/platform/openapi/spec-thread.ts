import { AskedThread } from "../threads/asked-thread.ts";
import type { ReferenceRequest, RenderedReference } from "./reference/rendered.ts";
import type { Question } from "./spec-worker.ts";

/** Megabytes that a thread may take. */
const mostMemory = 1500;
/** Milliseconds that a thread is kept for the next reference: starting one takes longer than a small reference. */
const keptFor = 10_000;

/** A thread that reads specifications and writes references. */
export type SpecThread = AskedThread<Question>;

export const openSpecThread = (): SpecThread =>
  new AskedThread({
    built: new URL("./openapi-worker.cjs", import.meta.url),
    source: new URL("./spec-worker.ts", import.meta.url),
    mostMemory,
  });

let idle: { readonly thread: SpecThread; readonly timer: NodeJS.Timeout } | undefined;

/** Writes a reference. Always in a thread: small descriptions can describe much. */
export async function renderInThread(request: ReferenceRequest, signal: AbortSignal): Promise<RenderedReference> {
  const thread = takeIdle() ?? openSpecThread();
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
