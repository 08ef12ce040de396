import { loadOperation } from "../../contract/load.ts";
import { type AnyOperation, effects } from "../../contract/operation.ts";
import { authenticate } from "../access/authenticate.ts";
import type { Context } from "../context.ts";
import type { AnyHandler, AnyInput, Desk } from "../handlers/handler.ts";
import type { JobRunner } from "../jobs/runner.ts";
import { type ContextSource, newContext, type QueuedJob } from "../new-context.ts";
import { fetchAll } from "../outbound/fetch-all.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { Problem } from "../problem.ts";
import type { Database } from "../store/database.ts";
import type { Queries } from "../store/tables.ts";
import { hasBody, readBody } from "./read-body.ts";
import { respond } from "./respond.ts";
import type { Route } from "./router.ts";
import { parseInput } from "./validation.ts";

export interface AnswererParts {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly runner: JobRunner;
  readonly contexts: ContextSource;
  /** What runs an operation; undefined for one that the platform does not implement. */
  handlerOf(operation: Route["summary"]): AnyHandler | undefined;
  /** Aborts when the platform closes. */
  readonly closing: AbortSignal;
}

/** Answers the call of an operation in one transaction, after what its handler has to do before it. */
export async function answerOperation(request: Request, route: Route, parts: AnswererParts): Promise<Response> {
  const { database, outbound, runner, contexts } = parts;
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
  const desk: Desk = {
    get signal() {
      return AbortSignal.any([request.signal, parts.closing]);
    },
    read: (work) => database.read(async (queries) => work(await contextIn(queries))),
    write: (work) => database.write(async (queries) => work(await contextIn(queries))),
  };
  const handler = parts.handlerOf(route.summary) ?? (() => Promise.reject(notImplemented(operation)));
  const parse = () => parseInput(operation, route.params, searchParams, body);
  const work = await prepare(handler, parse, desk, outbound);
  const transaction = effects[operation.effect].readOnly ? desk.read : desk.write;
  const response = await transaction(async (context) => respond(operation, await work(context)));
  begin(runner, queued);
  return response;
}

/** Does what a handler does before its transaction, and answers what it does in it. */
async function prepare(
  handler: AnyHandler,
  parse: () => AnyInput,
  desk: Desk,
  outbound: Outbound,
): Promise<(context: Context) => Promise<unknown>> {
  if (typeof handler === "function") return (context) => handler(parse(), context);
  const input = parse();
  if ("prepare" in handler) return handler.prepare(input, desk);
  const urls = handler.urls(input);
  if (urls.length === 0) return (context) => handler.run(input, context);
  await desk.read((context) => handler.allow(input, context));
  const fetched = await fetchAll(outbound, urls);
  return (context) => handler.run(input, { ...context, fetched });
}

/** What a transaction queued begins when the transaction is through. */
function begin(runner: JobRunner, queued: readonly QueuedJob[]): void {
  for (const { id, secret } of queued) if (secret !== undefined) runner.keepSecret(id, secret);
  if (queued.length > 0) runner.wake();
  else runner.watch();
}

function notImplemented({ id, summary }: AnyOperation): Problem {
  return new Problem("not_implemented", `The embedded platform does not do this yet: ${id} (${summary}).`);
}

/** The revision in `If-Match`, with or without the quotes HTTP asks for. */
function readIfMatch(request: Request): string | undefined {
  const value = request.headers.get("if-match")?.trim();
  return value === undefined || value === "*" ? undefined : value.replace(/^(W\/)?"(.*)"$/, "$2");
}
