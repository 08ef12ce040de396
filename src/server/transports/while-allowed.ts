import type { Lasting } from "../access/caller.ts";

/** Milliseconds between two looks whether the rights still stand. */
const usualInterval = 5000;

/** The same response, whose body ends when the rights end that it was opened with. */
export function whileAllowed(response: Response, lasts: Lasting, interval = usualInterval): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const stop = () => {
    over = true;
    clearTimeout(timer);
  };

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const end = () => {
        if (over) return;
        stop();
        controller.close();
        void reader.cancel().catch(() => {});
      };
      const look = async () => {
        const gone = (lasts.until ?? Number.POSITIVE_INFINITY) <= Date.now();
        // What cannot be told now is told the next time.
        if (gone || (await lasts.still?.().catch(() => true)) === false) return end();
        wait();
      };
      const wait = () => {
        const left = (lasts.until ?? Number.POSITIVE_INFINITY) - Date.now();
        const next = lasts.still === undefined ? longestTimer : interval;
        if (!over) timer = setTimeout(() => void look(), Math.max(0, Math.min(left, next, longestTimer))).unref();
      };
      wait();
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        stop();
        throw error;
      });
      if (over) return;
      if (!done) return controller.enqueue(value);
      stop();
      controller.close();
    },
    cancel(reason) {
      stop();
      return reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

/** A day; timers take no more than 24 of them. */
const longestTimer = 24 * 60 * 60 * 1000;
