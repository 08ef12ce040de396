import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import type { Method } from "../contract/effect.ts";
import { TransportFailure } from "./transport.ts";

/** One request of a call, sent and over. Never holds the token, a path, a query or a body. */
export interface RequestEvent {
  /** Id of the operation. */
  readonly operation: string;
  readonly method: Method;
  /** Host and port it went to. */
  readonly host: string;
  /** The span it was sent with, where it is recorded as one. */
  readonly span?: string | undefined;
  /** 1 for the first request of a call; more for each repetition. */
  readonly attempt: number;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  readonly milliseconds: number;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  /** The name of what went wrong instead: a network code such as ECONNRESET, or the name of an error. */
  readonly failure: string | undefined;
}

/**
 * Tells of every request when it is over, in the asynchronous context of the call that made it. Without a subscriber it
 * costs nothing.
 */
export const requestChannel = channel("copydesk:client:request");

type Facts = Pick<RequestEvent, "operation" | "method" | "host" | "attempt" | "span">;

/** Sends a request and tells the channel how it went. */
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

/** Where one request belongs in a trace. */
export interface RequestTrace {
  /** The request's own span, 16 hexadecimal digits; undefined where nobody records one. */
  readonly span: string | undefined;
  /** What the service is told, as a `traceparent` of W3C Trace Context. */
  readonly traceParent: string;
}

/** Returns the trace of the next request, in the asynchronous context of the call that makes it. */
export const requestTrace = new AsyncLocalStorage<() => RequestTrace>();
