import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import type { Method } from "../contract/effect.ts";
import { TransportFailure } from "./transport.ts";

/** One completed request of a call. Never contains the token, a path, a query or a body. */
export interface RequestEvent {
  /** Id of the operation. */
  readonly operation: string;
  readonly method: Method;
  /** Host and port it went to. */
  readonly host: string;
  /** Its span, if it is traced. */
  readonly span?: string | undefined;
  /** 1 for the first request of a call; one more for each retry. */
  readonly attempt: number;
  /** Start time in milliseconds since 1970. */
  readonly began: number;
  readonly milliseconds: number;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  /** The name of the failure: a network code such as ECONNRESET, or the name of an error. */
  readonly failure: string | undefined;
}

/**
 * Publishes every completed request, in the asynchronous context of the call that made it. Without a subscriber it
 * costs nothing.
 */
export const requestChannel = channel("copydesk:client:request");

type Facts = Pick<RequestEvent, "operation" | "method" | "host" | "attempt" | "span">;

/** Sends a request and publishes its outcome. */
export async function announced<Answer extends { readonly status: number }>(
  facts: Facts,
  send: () => Promise<Answer>,
): Promise<Answer> {
  if (!requestChannel.hasSubscribers) return send();
  const start = performance.now();
  const tell = (status: number | undefined, failure: string | undefined): void => {
    const event: RequestEvent = {
      ...facts,
      began: performance.timeOrigin + start,
      milliseconds: performance.now() - start,
      status,
      failure,
    };
    requestChannel.publish(event);
  };
  try {
    const response = await send();
    tell(response.status, undefined);
    return response;
  } catch (error) {
    tell(undefined, nameOf(error));
    throw error;
  }
}

function nameOf(error: unknown): string {
  if (error instanceof TransportFailure) return error.code ?? "NetworkError";
  return error instanceof Error ? error.name : "Error";
}

/** The place of one request in a trace. */
export interface RequestTrace {
  /** The request's own span, 16 hexadecimal digits; undefined if none is recorded. */
  readonly span: string | undefined;
  /** The W3C Trace Context `traceparent` sent to the service. */
  readonly traceParent: string;
}

/** Returns the trace of the next request, in the asynchronous context of the call that makes it. */
export const requestTrace = new AsyncLocalStorage<() => RequestTrace>();
