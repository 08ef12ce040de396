import { setTimeout as sleep } from "node:timers/promises";
import { privateHeaders } from "../../accounts/page.ts";
import type { Visit } from "../../accounts/visit.ts";

/** Where changes of what is shown are looked for. */
export interface LiveOptions {
  /** Differs after anybody has written, in any process. */
  readonly stamp: () => Promise<unknown>;
  /** Aborts when the server is to stop. */
  readonly closing: AbortSignal;
}

/** All in milliseconds. */
const interval = 500;

/** Proxies close connections on which nothing moves. */
const heartbeat = 20_000;

/** The browser then connects again, and is asked again whether it is signed in. */
const longest = 5 * 60_000;

/** Streams at once; a page without one is as current as its last load. */
const mostStreams = 200;

const open = new Set<object>();

/** Tells a page the version of what it shows whenever that is another. `version` may throw: then the stream ends. */
export function serveLive(visit: Visit, version: () => Promise<string>, options: LiveOptions): Response {
  if (open.size >= mostStreams) {
    return visit.answer(
      new Response("Too many pages are followed. Reload the page to see what changed.\n", {
        status: 503,
        headers: { ...privateHeaders, "Retry-After": "60" },
      }),
    );
  }
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, visit.request.signal, options.closing]);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      open.add(controller);
      // Headers leave with the first bytes.
      controller.enqueue(encoder.encode(": open\n\n"));
      void follow(version, options, signal, (text) => controller.enqueue(encoder.encode(text)))
        .catch(() => undefined)
        .finally(() => {
          open.delete(controller);
          if (!gone.signal.aborted) controller.close();
        });
    },
    cancel: () => gone.abort(),
  });
  return visit.answer(
    new Response(stream, { headers: { ...privateHeaders, "Content-Type": "text/event-stream; charset=utf-8" } }),
  );
}

async function follow(
  version: () => Promise<string>,
  { stamp }: LiveOptions,
  signal: AbortSignal,
  send: (text: string) => void,
): Promise<void> {
  const until = Date.now() + longest;
  let told: string | undefined;
  let looked: unknown;
  let lastSent = Date.now();
  while (!signal.aborted && Date.now() < until) {
    const now = await stamp();
    if (looked === undefined || now !== looked) {
      looked = now;
      const current = await version();
      if (current !== told) {
        told = current;
        lastSent = Date.now();
        send(`data: ${current}\n\n`);
      }
    }
    if (Date.now() - lastSent > heartbeat) {
      lastSent = Date.now();
      send(": still\n\n");
    }
    await sleep(interval, undefined, { signal, ref: false });
  }
}
