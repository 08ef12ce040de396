import { readBody } from "./body.ts";
import { transportFailure } from "./transport-failure.ts";
import type { Transport, WireResponse } from "./wire.ts";

export type Fetch = (request: Request) => Promise<Response>;

/** Sends through a fetch: the embedded platform's own, or any other. A fetch decompresses, so nothing is done here. */
export function fetchTransport(fetch: Fetch): Transport {
  return async ({ method, url, headers, body }, signal, onSend): Promise<WireResponse> => {
    const request = new Request(url, {
      method,
      headers,
      redirect: "manual",
      signal,
      ...(body !== undefined && { body }),
    });
    onSend();
    try {
      const response = await fetch(request);
      const { status } = response;
      const whole = response.body === null ? new Uint8Array() : await readBody(response.body, undefined, status);
      return { status, header: (name) => response.headers.get(name) ?? undefined, body: whole };
    } catch (error) {
      signal.throwIfAborted();
      throw transportFailure(error);
    }
  };
}
