import type { AnyOperation } from "../../contract/operation.ts";
import { findSearchParams, getOrigin } from "../../contract/request-url.ts";
import type { ValueCall } from "../../contract/value-call.ts";
import type { Through } from "../access/audit/index.ts";
import type { Acting } from "../access/authenticate.ts";
import { bodyOfValue, hasBody, readBody } from "./request-body.ts";
import type { Route } from "./router.ts";
import type { QueryTexts } from "./validation.ts";

/** A request to one operation, whether it came over HTTP or as values in process. */
export interface OperationRequest extends CallOptions {
  readonly route: Route;
  /** Scheme, host and port through which the caller reached the service. */
  readonly origin: string;
  /** As in the header. */
  readonly authorization: string | null;
  readonly query: QueryTexts;
  /** The revision in `If-Match`, without quotation marks. */
  readonly ifMatch: string | undefined;
  /** The tags in `If-None-Match`, as in the header. */
  readonly ifNoneMatch: string | undefined;
  /** With it, the request can be repeated if its response is lost. */
  readonly idempotencyKey: string | undefined;
  /** Aborts when the caller no longer waits. Created when it is first used. */
  signal(): AbortSignal;
  /**
   * The JSON body; an empty object if the operation takes none or none was sent. Throws `Problem`. Calls `authenticate`
   * before it receives a body, so that only callers can make it hold one in memory.
   */
  readBody(operation: AnyOperation, authenticate: () => Promise<unknown>): Promise<unknown>;
}

/** What an in-process caller may say about a call besides the request itself. */
export interface CallOptions {
  /** Who calls, in place of a token's user. */
  readonly acting?: Acting | undefined;
  /** By what means the caller calls, for the audit log. */
  readonly through?: Through | undefined;
  /** Returns the response, but stores no change and starts no job. */
  readonly dryRun?: boolean | undefined;
}

export function readHttpRequest(request: Request, route: Route, options: CallOptions): OperationRequest {
  const { headers } = request;
  return {
    ...options,
    route,
    origin: getOrigin(request),
    authorization: headers.get("authorization"),
    query: readQuery(request),
    ifMatch: readIfMatch(headers),
    ifNoneMatch: headers.get("if-none-match") ?? undefined,
    idempotencyKey: headers.get("idempotency-key") ?? undefined,
    signal: () => request.signal,
    async readBody(operation, authenticate) {
      if (!hasBody(operation)) return {};
      await authenticate();
      return readBody(operation, request);
    },
  };
}

/** An in-process caller, and how long it waits. */
export interface ValueCaller extends CallOptions {
  /** Scheme, host and port that links in the response lead to. */
  readonly origin: string;
  /** Created when it is first used. */
  readonly signal: () => AbortSignal;
}

export function readValueCall(call: ValueCall, route: Route, caller: ValueCaller): OperationRequest {
  const { token, query, ifMatch, body } = call;
  return {
    ...caller,
    route,
    authorization: token === undefined ? null : `Bearer ${token}`,
    query,
    ifMatch,
    ifNoneMatch: undefined,
    // Within one process, no response is lost.
    idempotencyKey: undefined,
    readBody: async (operation) => bodyOfValue(operation, body),
  };
}

function readQuery(request: Request): QueryTexts {
  const query = new Map<string, string[]>();
  for (const [name, value] of findSearchParams(request) ?? []) {
    const values = query.get(name);
    if (values === undefined) query.set(name, [value]);
    else values.push(value);
  }
  return query;
}

/** The revision in `If-Match`, with or without the quotes that HTTP requires. */
function readIfMatch(headers: Headers): string | undefined {
  const value = headers.get("if-match")?.trim();
  return value === undefined || value === "*" ? undefined : value.replace(/^(W\/)?"(.*)"$/, "$2");
}
