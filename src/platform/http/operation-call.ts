import { loadOperation } from "../../contract/load.ts";
import type { AnyOperation } from "../../contract/operation.ts";
import { authenticate } from "../access/authenticate.ts";
import type { Context } from "../context.ts";
import type { AnyHandler, AnyInput, Desk } from "../handlers/handler.ts";
import type { JobRunner } from "../jobs/runner.ts";
import { type ContextSource, newContext, type QueuedJob } from "../new-context.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { Problem } from "../problem.ts";
import type { Database } from "../store/database.ts";
import type { Queries } from "../store/tables.ts";
import { hasBody, readBody } from "./read-body.ts";
import type { Route } from "./router.ts";
import { parseInput } from "./validation.ts";

export interface AnswererParts {
  readonly database: Database;
  /** The data folder. */
  readonly folder: string;
  readonly outbound: Outbound;
  readonly runner: JobRunner;
  readonly contexts: ContextSource;
  /** What runs an operation; undefined for one that the platform does not implement. */
  handlerOf(operation: Route["summary"]): AnyHandler | undefined;
  /** Aborts when the platform closes. */
  readonly closing: AbortSignal;
}

/** A request whose operation is known and whose body is read. */
export interface OperationCall {
  readonly operation: AnyOperation;
  readonly handler: AnyHandler;
  /** The input, checked. Throws `Problem`. */
  parse(): AnyInput;
  readonly desk: Desk;
  /** What the last transaction queued. */
  queued(): readonly QueuedJob[];
}

/** Reads the call of an operation. Nobody who may not call has a body read. */
export async function readOperationCall(request: Request, route: Route, parts: AnswererParts): Promise<OperationCall> {
  const { database, contexts } = parts;
  const { origin, searchParams } = new URL(request.url);
  const { operation } = await loadOperation(route.summary);
  const callerIn = (queries: Queries) => authenticate(queries, request, contexts.now());
  if (hasBody(operation)) await database.read(callerIn);
  const body = await readBody(operation, request);

  let queued: QueuedJob[] = [];
  const contextIn = async (queries: Queries): Promise<Context> => {
    queued = [];
    const context = newContext(contexts, queries, { user: await callerIn(queries), origin, queued });
    return { ...context, ifMatch: readIfMatch(request) };
  };
  return {
    operation,
    handler: parts.handlerOf(route.summary) ?? (() => Promise.reject(notImplemented(operation))),
    parse: () => parseInput(operation, route.params, searchParams, body),
    desk: {
      get signal() {
        return AbortSignal.any([request.signal, parts.closing]);
      },
      read: (work) => database.read(async (queries) => work(await contextIn(queries))),
      write: (work) => database.write(async (queries) => work(await contextIn(queries))),
    },
    queued: () => queued,
  };
}

function notImplemented({ id, summary }: AnyOperation): Problem {
  return new Problem("not_implemented", `The embedded platform does not do this yet: ${id} (${summary}).`);
}

/** The revision in `If-Match`, with or without the quotes HTTP asks for. */
function readIfMatch(request: Request): string | undefined {
  const value = request.headers.get("if-match")?.trim();
  return value === undefined || value === "*" ? undefined : value.replace(/^(W\/)?"(.*)"$/, "$2");
}
