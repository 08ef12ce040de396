import { AsyncLocalStorage } from "node:async_hooks";

/** Where one request belongs in a trace. */
export interface RequestTrace {
  /** The request's own span, 16 hexadecimal digits; undefined where nobody records one. */
  readonly span: string | undefined;
  /** What the service is told, as a `traceparent` of W3C Trace Context. */
  readonly traceParent: string;
}

/** Answers the trace of the next request, in the asynchronous context of the call that makes it. */
export const requestTrace = new AsyncLocalStorage<() => RequestTrace>();
