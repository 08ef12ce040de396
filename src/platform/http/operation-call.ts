import { loadOperation } from "../../contract/load.ts";
import { type AnyOperation, effects } from "../../contract/operation.ts";
import { frozenCopy } from "../../contract/plain-value.ts";
import { reachOf } from "../../contract/reach.ts";
import { type Access, type Acting, authenticate, authenticateAt, requireScope } from "../access/authenticate.ts";
import type { SpaceEntry } from "../access/entry-rows.ts";
import { isUseDue, noteTokenUse } from "../access/tokens-rows.ts";
import type { Context } from "../kernel/context.ts";
import type { Database } from "../kernel/database/database.ts";
import type { Queries } from "../kernel/database/tables.ts";
import type { AnyHandler, AnyInput, Desk } from "../kernel/handler.ts";
import type { JobRunner } from "../kernel/jobs/runner.ts";
import { type ContextSource, newContext, type QueuedJob } from "../kernel/new-context.ts";
import type { Outbound } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import { bytesOfValue, remembered } from "../kernel/remembered.ts";
import { type AskedCall, hasBody } from "./asked-call.ts";
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

/** A call whose operation is known and whose body is read. */
interface OperationCall {
  readonly operation: AnyOperation;
  readonly handler: AnyHandler;
  /** What is called, with its input but for a body, and by which address. */
  name(): string;
  /** The input, checked; not to be changed. Throws `Problem`. */
  parse(): AnyInput;
  readonly desk: Desk;
  /** What the last transaction queued. */
  queued(): readonly QueuedJob[];
}

/** Reads the call of an operation. Nobody who may not call has a body read. */
export async function readOperationCall(
  asked: AskedCall,
  route: Route,
  parts: AnswererParts,
  acting?: Acting,
): Promise<OperationCall> {
  const { database, contexts } = parts;
  const { authorization } = asked;
  const { operation } = await loadOperation(route.summary);
  const { readerTokens, installationTokens } = contexts.setup;
  let access: Access | undefined;
  /** The space that is read: found with whoever calls, and the same for as long as the transaction lasts. */
  const place = effects[operation.effect].readOnly ? route.params.spaceId : undefined;
  const callerIn = async (queries: Queries): Promise<Entered> => {
    const reader = await readerTokens.userOf(queries, authorization, contexts.now());
    if (reader === undefined) {
      const now = contexts.now();
      // Before the body is read, what it says is not judged yet.
      const ofInstallation = { operation, params: route.params, parse: () => (body === undefined ? {} : parse()) };
      const installer = await installationTokens.userOf(queries, authorization, now, ofInstallation);
      // What it may do is judged already.
      if (installer !== undefined) return { user: installer, scope: "admin" as const };
      const found: Entered =
        place === undefined
          ? await authenticate(queries, authorization, now, acting)
          : await authenticateAt(queries, authorization, now, acting, place);
      access = found;
      return found;
    }
    if (operation.forReaders) return { user: reader, scope: "read" as const };
    throw new Problem(
      "forbidden",
      "This token reads what pages of published sites are made from, and is good for nothing else. Use an access token.",
    );
  };
  let body: unknown;
  const name = () => JSON.stringify([operation.id, asked.origin, ...Object.values(route.params), ...asked.query]);
  const parse = () => {
    const parsed = () => parseInput(operation, route.params, asked.query, body);
    return hasBody(operation) ? parsed() : recall(`input ${name()}`, parsed);
  };
  if (hasBody(operation)) await database.read(callerIn);
  body = await asked.readBody(operation);
  const { reaches } = route.summary;

  let queued: QueuedJob[] = [];
  const contextIn = async (queries: Queries): Promise<Context> => {
    queued = [];
    const caller = await callerIn(queries);
    if (caller.scope !== "admin") {
      requireScope(caller, reaches.length === 1 ? reaches[0] : reachOf(operation.reach, parse()), operation.id);
    }
    const context = newContext(contexts, queries, { user: caller.user, origin: asked.origin, queued });
    const entry = place === undefined || caller.entry === undefined ? undefined : { id: place, ...caller.entry };
    return { ...context, entry, ifMatch: asked.ifMatch };
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
    name,
    parse,
    desk: {
      get signal() {
        return AbortSignal.any([asked.signal, parts.closing]);
      },
      read: (work) => database.read(async (queries) => work(await contextIn(queries))).finally(noteUse),
      write: (work) => database.write(async (queries) => work(await contextIn(queries))).finally(noteUse),
    },
    queued: () => queued,
  };
}

/** An input that was checked before. The same names and texts are checked to the same. */
function recall(key: string, make: () => AnyInput): AnyInput {
  const known = remembered.get(key);
  if (known !== undefined) return known as AnyInput;
  const made = frozenCopy(make()) as AnyInput;
  remembered.set(key, made, bytesOfValue(made));
  return made;
}

interface Entered extends Access {
  readonly entry?: SpaceEntry;
}

function notImplemented({ id, summary }: AnyOperation): Problem {
  return new Problem("not_implemented", `The embedded platform does not do this yet: ${id} (${summary}).`);
}
