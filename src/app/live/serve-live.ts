import { setTimeout as sleep } from "node:timers/promises";
import { privateHeaders } from "../../accounts/page.ts";
import type { PageContext } from "../../accounts/page-context.ts";

/** Detects changes of what is shown. */
export interface LiveOptions {
  /** Changes after any write by any process. */
  readonly stamp: () => Promise<unknown>;
  /** Aborts when the server shuts down. */
  readonly closing: AbortSignal;
}

/** All in milliseconds. */
const interval = 500;

/** Proxies close idle connections. */
const heartbeat = 20_000;

/** The browser then reconnects, and its session is checked again. */
const maxStreamMs = 5 * 60_000;

/** Limit on open streams; a page without one does not update itself. */
const maxStreams = 200;

const open = new Set<object>();

/** Sends a page the version of its content whenever it changes. If `version` throws, the stream ends. */
export function serveLive(context: PageContext, version: () => Promise<string>, options: LiveOptions): Response {
  if (open.size >= maxStreams) {
    return context.withCookies(
      new Response("Too many pages are being watched. Reload the page to see what changed.\n", {
        status: 503,
        headers: { ...privateHeaders, "Retry-After": "60" },
      }),
    );
  }
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, context.request.signal, options.closing]);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      open.add(controller);
      // Headers are sent with the first bytes.
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
  return context.withCookies(
    new Response(stream, { headers: { ...privateHeaders, "Content-Type": "text/event-stream; charset=utf-8" } }),
  );
}

async function follow(
  version: () => Promise<string>,
  { stamp }: LiveOptions,
  signal: AbortSignal,
  send: (text: string) => void,
): Promise<void> {
  const until = Date.now() + maxStreamMs;
  let sentVersion: string | undefined;
  let lastStamp: unknown;
  let lastSent = Date.now();
  while (!signal.aborted && Date.now() < until) {
    const now = await stamp();
    if (lastStamp === undefined || now !== lastStamp) {
      lastStamp = now;
      const current = await version();
      if (current !== sentVersion) {
        sentVersion = current;
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
