import type { EventEmitter } from "node:events";
import type { RequestId, Transport } from "@modelcontextprotocol/server";

/** Counts answers that are being made or sent. */
interface InFlight {
  /** Counts a response of Node until it was sent or its reader disconnected. */
  follow(response: Pick<EventEmitter, "once">): void;
  /** Counts an answer until it is made. */
  count(answer: Promise<Response>): Promise<Response>;
  /** Counts an answer until it is made, and a stream until its last byte was read or its reader disconnected. */
  track(answer: Promise<Response>): Promise<Response>;
  /** Waits at most this many milliseconds, and returns whether nothing is in flight any more. */
  finished(most: number): Promise<boolean>;
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
    count(answer) {
      size += 1;
      return answer.finally(end);
    },
    async track(answer) {
      size += 1;
      try {
        const response = await answer;
        const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
        if (isStream) return whenSent(response, end);
        end();
        return response;
      } catch (error) {
        end();
        throw error;
      }
    },
    finished(most) {
      if (size === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve(size === 0);
        };
        const timer = setTimeout(settle, most);
        waiting.add(settle);
      });
    },
    get size() {
      return size;
    },
  };
}

/** The same response, with one callback when its last byte was read or its reader disconnected. */
export function whenSent(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const reader = response.body.getReader();
  let over = false;
  const end = () => {
    if (!over) ended();
    over = true;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        end();
        throw error;
      });
      if (over) return;
      if (!done) return controller.enqueue(value);
      end();
      controller.close();
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
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
