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

type Facts = Pick<RequestEvent, "operation" | "method" | "host" | "attempt" | "span">;

/** Sends a request and reports its outcome to the observer of its call. */
export async function sendObserved<Answer extends { readonly status: number }>(
  facts: Facts,
  observer: RequestObserver | undefined,
  send: () => Promise<Answer>,
): Promise<Answer> {
  if (observer === undefined) return send();
  const start = performance.now();
  try {
    const response = await send();
    observer.ended(eventSince(start, facts, { status: response.status }));
    return response;
  } catch (error) {
    observer.ended(eventSince(start, facts, { failure: getFailureName(error) }));
    throw error;
  }
}

function eventSince(
  start: number,
  facts: Facts,
  { status, failure }: { readonly status?: number; readonly failure?: string },
): RequestEvent {
  const milliseconds = performance.now() - start;
  return { ...facts, began: performance.timeOrigin + start, milliseconds, status, failure };
}

function getFailureName(error: unknown): string {
  if (error instanceof TransportFailure) return error.code ?? "NetworkError";
  return error instanceof Error ? error.name : "Error";
}

/** The position of one request in a trace. */
export interface RequestTrace {
  /** The request's own span, 16 hexadecimal digits; undefined if none is recorded. */
  readonly span: string | undefined;
  /** The W3C Trace Context `traceparent` sent to the service. */
  readonly traceParent: string;
}

/** Follows the requests of one call. */
export interface RequestObserver {
  /** Receives every completed request. */
  ended(event: RequestEvent): void;
  /** The trace of the next request, if the call is traced. */
  readonly trace?: (() => RequestTrace) | undefined;
}

/**
 * By the signal that a call passes to its requests. An `AsyncLocalStorage` would find the call of a request too, but
 * before Node 24 it makes every promise of the process slower.
 */
const observers = new WeakMap<AbortSignal, RequestObserver>();

/** Has an observer follow all requests that are made with this signal. */
export function observeRequests(signal: AbortSignal, observer: RequestObserver): void {
  observers.set(signal, observer);
}

export const findObserver = (signal: AbortSignal | undefined): RequestObserver | undefined =>
  signal === undefined ? undefined : observers.get(signal);
