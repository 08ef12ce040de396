import { findExcess } from "../../contract/json-bounds.ts";
import { loadOperation } from "../../contract/load.ts";
import type { AnyOperation } from "../../contract/operation.ts";
import { reachOf } from "../../contract/reach.ts";
import { type Access, type Acting, authenticate, requireScope } from "../access/authenticate.ts";
import { isUseDue, noteTokenUse } from "../access/tokens-rows.ts";
import { readBytes } from "../kernel/bytes.ts";
import type { Context } from "../kernel/context.ts";
import type { Database } from "../kernel/database/database.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { type AnyHandler, type AnyInput, type Desk, Made, Written } from "../kernel/handler.ts";
import type { JobRunner } from "../kernel/jobs/runner.ts";
import { type ContextSource, newContext, type QueuedJob } from "../kernel/new-context.ts";
import type { Outbound } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import { Turns } from "../kernel/turns.ts";
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
interface OperationCall {
  readonly operation: AnyOperation;
  readonly handler: AnyHandler;
  /** The input, checked. Throws `Problem`. */
  parse(): AnyInput;
  readonly desk: Desk;
  /** What the last transaction queued. */
  queued(): readonly QueuedJob[];
}

/** Reads the call of an operation. Nobody who may not call has a body read. */
export async function readOperationCall(
  request: Request,
  route: Route,
  parts: AnswererParts,
  acting?: Acting,
): Promise<OperationCall> {
  const { database, contexts } = parts;
  const { origin, searchParams } = new URL(request.url);
  const { operation } = await loadOperation(route.summary);
  const { readerTokens, installationTokens } = contexts.setup;
  let access: Access | undefined;
  const callerIn = async (queries: Queries) => {
    const reader = await readerTokens.userOf(queries, request, contexts.now());
    if (reader === undefined) {
      // Before the body is read, what it says is not judged yet.
      const ofInstallation = { operation, params: route.params, parse: () => (body === undefined ? {} : parse()) };
      const installer = await installationTokens.userOf(queries, request, contexts.now(), ofInstallation);
      // What it may do is judged already.
      if (installer !== undefined) return { user: installer, scope: "admin" as const };
      access = await authenticate(queries, request, contexts.now(), acting);
      return access;
    }
    if (operation.forReaders) return { user: reader, scope: "read" as const };
    throw new Problem(
      "forbidden",
      "This token reads what pages of published sites are made from, and is good for nothing else. Use an access token.",
    );
  };
  let body: unknown;
  const parse = () => parseInput(operation, route.params, searchParams, body);
  if (hasBody(operation)) await database.read(callerIn);
  body = await readBody(operation, request);
  const { reaches } = route.summary;

  let queued: QueuedJob[] = [];
  const contextIn = async (queries: Queries): Promise<Context> => {
    queued = [];
    const caller = await callerIn(queries);
    if (caller.scope !== "admin") {
      requireScope(caller, reaches.length === 1 ? reaches[0] : reachOf(operation.reach, parse()), operation.id);
    }
    const context = newContext(contexts, queries, { user: caller.user, origin, queued });
    return { ...context, ifMatch: readIfMatch(request) };
  };
  const noteUse = () => {
    const { token } = access ?? {};
    const now = contexts.now();
    access = undefined;
    if (token === undefined || !isUseDue(token.lastUsedAt, now)) return;
    // The answer does not wait for it, and is no less good where it cannot be written.
    database.write((queries) => noteTokenUse(queries, token.id, now)).catch(() => {});
  };
  return {
    operation,
    handler: parts.handlerOf(route.summary) ?? (() => Promise.reject(notImplemented(operation))),
    parse,
    desk: {
      get signal() {
        return AbortSignal.any([request.signal, parts.closing]);
      },
      read: (work) => database.read(async (queries) => work(await contextIn(queries))).finally(noteUse),
      write: (work) => database.write(async (queries) => work(await contextIn(queries))).finally(noteUse),
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

const mostMegabytes = 16;

/** Bytes that are read at once, without a turn for others between taking, decoding and parsing them. */
const atOnce = 500_000;

const hasBody = ({ method }: AnyOperation): boolean => method !== "GET" && method !== "DELETE";

/** The JSON body of a request; an empty object where the operation takes none or none was sent. */
export async function readBody(operation: AnyOperation, request: Request): Promise<unknown> {
  if (!hasBody(operation)) return {};
  const bytes = await readBytes(request, mostMegabytes);
  if (bytes.length === 0) return {};
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/([a-z.-]+\+)?json\b/i.test(type)) {
    throw new Problem("unsupported_media_type", `The body is ${type.slice(0, 80)}; send application/json.`);
  }
  const excess = findExcess(bytes);
  if (excess !== undefined) throw new Problem("bad_request", `body: ${excess}. Send less in one request.`);
  const turns = new Turns();
  const isLarge = bytes.length > atOnce;
  let body: unknown;
  try {
    if (isLarge) await turns.end();
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (isLarge) await turns.end();
    body = JSON.parse(text);
    if (isLarge) await turns.end();
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "it is not UTF-8 text";
    throw new Problem("bad_request", `body: is not JSON (${reason.slice(0, 120)}).`);
  }
  if (typeof body !== "object" || body === null || (Array.isArray(body) && operation.bodyField === undefined)) {
    throw new Problem("bad_request", "body: must be a JSON object.");
  }
  return operation.bodyField === undefined ? body : { [operation.bodyField]: body };
}

/** UTF-16 units of JSON. The tree of a space of 90,000 pages has as many. */
const mostCharacters = 64_000_000;

/** The response to a call of an operation, of what its handler answered. */
export function respond(operation: AnyOperation, answer: unknown): Response {
  if (answer instanceof Written) return streamJson(answer);
  const [success, result] = answer instanceof Made ? [201 as const, answer.result] : [operation.success, answer];
  if (success === "removed") {
    return new Response(null, { status: (result as { deleted: boolean }).deleted ? 205 : 204 });
  }
  if (success === 204) return new Response(null, { status: 204 });
  const location = success === 201 ? locationOf(answer, result) : undefined;
  const headers = { "Content-Type": "application/json", ...(location === undefined ? {} : { Location: location }) };
  return new Response(printed(operation, result), { status: success, headers });
}

function locationOf(answer: unknown, result: unknown): string | undefined {
  const said = answer instanceof Made ? answer.location : undefined;
  return said ?? (result as { urls?: { location?: string } }).urls?.location;
}

/** The JSON of an answer. It is measured before it is printed: printing what is not sent could take all there is. */
function printed(operation: AnyOperation, result: unknown): string {
  const json = isLonger(result, mostCharacters) ? undefined : JSON.stringify(result);
  if (json !== undefined && json.length <= mostCharacters) return json;
  const ways = [
    ...("format" in operation.query ? ["`format=markdown`"] : []),
    ...("limit" in operation.query ? ["a smaller `limit`"] : []),
  ];
  throw new Problem(
    "answer_too_large",
    `The answer would have more than ${mostCharacters} characters. ${ways.length > 0 ? `Ask with ${ways.join(" and ")}` : "Ask for a part of it"}.`,
  );
}

/** Whether a value has more characters as JSON, those that are escaped counted once. Looks at no more than as many. */
function isLonger(value: unknown, most: number): boolean {
  const open: unknown[] = [value];
  let room = most;
  while (open.length > 0 && room >= 0) {
    const part = open.pop();
    if (typeof part === "string") room -= part.length + 3;
    else if (typeof part !== "object" || part === null) room -= 2;
    else if (Array.isArray(part)) {
      room -= part.length + 2;
      if (room >= 0) for (const item of part) open.push(item);
    } else {
      room -= 2;
      for (const [name, member] of Object.entries(part)) {
        room -= name.length + 3;
        open.push(member);
      }
    }
  }
  return room < 0;
}

function streamJson({ pieces }: Written): Response {
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}
