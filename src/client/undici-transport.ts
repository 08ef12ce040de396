import type { Pool } from "undici";
import { acceptedEncodings, readBody } from "./body.ts";
import { connectFailure, transportFailure } from "./transport-failure.ts";
import type { Transport, WireResponse } from "./wire.ts";

export interface ConnectionSettings {
  readonly origin: string;
  readonly connections: number;
  /** Milliseconds to open a connection, TLS included. */
  readonly connectTimeout: number;
}

/** Sends over HTTP/1.1 through one pool of kept-alive connections. The pool is made by the first request. */
export function undiciTransport(settings: ConnectionSettings): Transport {
  let pool: Promise<Pool> | undefined;
  return async ({ method, url, headers, body }, signal): Promise<WireResponse> => {
    pool ??= openPool(settings);
    const opened = await pool;
    try {
      const response = await opened.request({
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
      throw transportFailure(error);
    }
  };
}

async function openPool({ origin, connections, connectTimeout }: ConnectionSettings): Promise<Pool> {
  const { buildConnector, Pool } = await import("undici");
  const connect = buildConnector({ timeout: connectTimeout });
  return new Pool(origin, {
    connections,
    pipelining: 1,
    // The deadline of each call covers headers and body.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Marking the error here is the only proof that a request was not sent: a reset looks the same before and after.
    connect: (options, callback) =>
      connect(options, (error, socket) =>
        error === null ? callback(null, socket) : callback(connectFailure(error), null),
      ),
  });
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}
