import type { EventEmitter } from "node:events";
import type { RequestId, Transport } from "@modelcontextprotocol/server";

/** Counts responses that are being prepared or sent. */
interface InFlight {
  /** Counts a response of Node until it was sent or its reader disconnected. */
  follow(response: Pick<EventEmitter, "once">): void;
  /** Counts a response until it is there, and a stream until its last byte was read or its reader disconnected. */
  track(response: Promise<Response>): Promise<Response>;
  /** Waits at most this many milliseconds, and returns whether nothing is in flight any more. */
  finished(maxMs: number): Promise<boolean>;
  readonly size: number;
}

export function createInFlight(): InFlight {
  let size = 0;
  const waiting = new Set<() => void>();

  const end = () => {
    size -= 1;
    if (size === 0) for (const finish of waiting) finish();
  };

  return {
    follow(response) {
      size += 1;
      response.once("close", end);
    },
    async track(pending) {
      size += 1;
      try {
        const response = await pending;
        const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
        if (isStream) return whenSent(response, end);
        end();
        return response;
      } catch (error) {
        end();
        throw error;
      }
    },
    finished(maxMs) {
      if (size === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve(size === 0);
        };
        const timer = setTimeout(settle, maxMs);
        waiting.add(settle);
      });
    },
    get size() {
      return size;
    },
  };
}

/** The same response, with one callback when its last byte was read or its reader disconnected. */
export const whenSent = (response: Response, ended: () => void): Response => followBody(response, ended).response;

interface FollowedBody {
  readonly response: Response;
  /** Whether its last byte was read, its reader disconnected, or it was ended. */
  readonly isOver: boolean;
  /** Ends the body early. */
  end(): void;
}

export function followBody(response: Response, ended: () => void): FollowedBody {
  if (response.body === null) {
    ended();
    return { response, isOver: true, end() {} };
  }
  const reader = response.body.getReader();
  let isOver = false;
  const finish = () => {
    if (!isOver) ended();
    isOver = true;
  };
  let close = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      close = () => controller.close();
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        finish();
        throw error;
      });
      if (isOver) return;
      if (!done) return controller.enqueue(value);
      finish();
      close();
    },
    cancel(reason) {
      finish();
      return reader.cancel(reason);
    },
  });
  return {
    response: new Response(body, { status: response.status, headers: response.headers }),
    get isOver() {
      return isOver;
    },
    end() {
      if (isOver) return;
      finish();
      close();
      void reader.cancel().catch(() => {});
    },
  };
}

/** Unanswered requests of a connection. */
export interface RunningRequests {
  /** Answers all of them with an error. */
  fail(message: string): Promise<void>;
}

/** Monitors the messages of a transport that is already being served. */
export function followRequests(transport: Transport): RunningRequests {
  const running = new Set<RequestId>();
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    if ("method" in message && "id" in message) running.add(message.id);
    onmessage?.(message, extra);
  };
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!("method" in message) && message.id !== undefined) running.delete(message.id);
    return send(message, options);
  };
  return {
    async fail(message) {
      const error = { code: -32603, message };
      const ids = [...running];
      running.clear();
      await Promise.all(ids.map((id) => send({ jsonrpc: "2.0", id, error })));
    },
  };
}
