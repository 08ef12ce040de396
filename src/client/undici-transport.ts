import { Socket } from "node:net";
import type { buildConnector, Dispatcher, Pool } from "undici";
import {
  acceptedEncodings,
  connectFailure,
  readBody,
  type Transport,
  transportFailure,
  type WireResponse,
} from "./transport.ts";

interface ConnectionSettings {
  readonly origin: string;
  readonly connections: number;
  /** Milliseconds to open a connection, including TLS. */
  readonly connectTimeout: number;
}

/** Sends over HTTP/1.1 through one pool of keep-alive connections, created by the first request. */
export function undiciTransport(settings: ConnectionSettings): Transport {
  const demand = new Demand();
  let pool: Promise<Pool> | undefined;
  return async ({ method, url, headers, body }, signal, onSend): Promise<WireResponse> => {
    pool ??= openPool(settings, demand);
    const opened = await pool;
    signal.throwIfAborted();
    // A reset looks the same before and after the request was written; only the library knows.
    let sent = false;
    const noticed = beforeSending(() => {
      sent = true;
      onSend();
    });
    const end = demand.begin();
    // A call cancelled while connecting does not settle before the connection does.
    signal.addEventListener("abort", end, { once: true });
    try {
      const response = await opened.compose(noticed).request({
        method,
        path: url.pathname + url.search,
        headers: { ...headers, "accept-encoding": acceptedEncodings },
        body: body ?? null,
        signal,
      });
      const header = (name: string) => joined(response.headers[name]);
      const status = response.statusCode;
      return { status, header, body: await readBody(response.body, header("content-encoding"), status) };
    } catch (error) {
      signal.throwIfAborted();
      throw sent ? transportFailure(error) : connectFailure(error);
    } finally {
      signal.removeEventListener("abort", end);
      end();
    }
  };
}

async function openPool({ origin, connections, connectTimeout }: ConnectionSettings, demand: Demand): Promise<Pool> {
  const { buildConnector, Pool } = await import("undici");
  return new Pool(origin, {
    connections,
    pipelining: 1,
    // The deadline of each call covers headers and body.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: demand.guard(buildConnector({ timeout: connectTimeout })),
  });
}

/** Calls back when a request gets its connection, just before it is written. */
function beforeSending(notice: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      start?.(controller, context);
      if (!controller.aborted) notice();
    };
    return dispatch(options, handler);
  };
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

/**
 * Allows connections to be opened only while calls need them. undici keeps opening the connection of a call that was
 * cancelled, and opens another if a cancelled call lost one; both would keep the process alive.
 */
class Demand {
  readonly #opening = new Set<Socket>();
  #calls = 0;

  /** Counts a call until its returned function is called, which may happen more than once. */
  begin(): () => void {
    let over = false;
    this.#calls += 1;
    return () => {
      if (over) return;
      over = true;
      this.#calls -= 1;
      if (this.#calls === 0) for (const socket of this.#opening) socket.destroy(unwanted());
    };
  }

  guard(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      if (this.#calls === 0) return queueMicrotask(() => callback(unwanted(), null));
      // Typed as void, but actually the socket.
      const socket: unknown = connect(options, (...outcome) => {
        if (socket instanceof Socket) this.#opening.delete(socket);
        callback(...outcome);
      });
      if (socket instanceof Socket) this.#opening.add(socket);
    };
  }
}

function unwanted(): Error {
  return new Error("no call waits for the connection");
}
