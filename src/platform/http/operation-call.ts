import { loadOperation } from "../../contract/load.ts";
import { type AnyOperation, effects } from "../../contract/operation.ts";
import { frozenCopy } from "../../contract/plain-value.ts";
import { computeReach } from "../../contract/reach.ts";
import type { Through } from "../access/audit/index.ts";
import {
  type Access,
  type Acting,
  authenticate,
  authenticateAt,
  parseBearer,
  requireScope,
  unknownToken,
} from "../access/authenticate.ts";
import type { SpaceEntry } from "../access/entry-rows.ts";
import { type Reader, requireReadable, visitorUser } from "../access/reader.ts";
import type { CallEntry } from "../access/scope.ts";
import { isUseDue, noteTokenUse } from "../access/tokens-rows.ts";
import { reachedAt } from "../kernel/app-address.ts";
import type { Context } from "../kernel/context.ts";
import type { Database, WriteLock } from "../kernel/database/database.ts";
import type { Queries } from "../kernel/database/tables.ts";
import type { AnyHandler, AnyInput, Desk } from "../kernel/handler.ts";
import type { JobRunner } from "../kernel/jobs/runner.ts";
import { type ContextSource, newContext, type QueuedJob } from "../kernel/new-context.ts";
import type { Outbound } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import { bytesOfValue, remembered } from "../kernel/remembered.ts";
import { type AskedCall, hasBody } from "./asked-call.ts";
import type { KnownCallers } from "./known-callers.ts";
import type { ReusedAnswers } from "./reused-answers.ts";
import type { Route } from "./router.ts";
import { parseInput } from "./validation.ts";

export interface AnswererParts {
  readonly database: Database;
  /** The data folder. */
  readonly folder: string;
  readonly outbound: Outbound;
  readonly runner: JobRunner;
  readonly contexts: ContextSource;
  readonly reused: ReusedAnswers;
  readonly callers: KnownCallers;
  /** The handler of an operation; undefined if the platform does not implement it. */
  handlerOf(operation: Route["summary"]): AnyHandler | undefined;
  /** Aborts when the platform closes. */
  readonly closing: AbortSignal;
}

/** A call whose operation is known and whose body was read. */
interface OperationCall {
  readonly operation: AnyOperation;
  readonly handler: AnyHandler;
  /** Identifies the call: its URL, operation and input except the body. */
  name(): string;
  /** The operation and its input, whichever address of the server it was sent to. Throws `Problem`. */
  request(): readonly unknown[];
  /** The validated input; must not be modified. Throws `Problem`. */
  parse(): AnyInput;
  readonly desk: Desk;
  /** The jobs that the last transaction queued. */
  queued(): readonly QueuedJob[];
}

/** Reads a call of an operation. The body is only read if the caller may call it. */
export async function readOperationCall(
  asked: AskedCall,
  route: Route,
  parts: AnswererParts,
  acting?: Acting,
  through?: Through,
): Promise<OperationCall> {
  const { database, contexts, callers } = parts;
  const { authorization } = asked;
  const { operation } = await loadOperation(route.summary);
  const { readerTokens, integrationTokens, previewLinks, publicUrl, servedAt } = contexts.setup;
  const origin = reachedAt({ publicUrl, servedAt, origin: asked.origin });
  let access: Access | undefined;
  /** The space that the call names, found together with the caller. */
  const { spaceId, changeRequestId } = route.params;
  const { readOnly } = effects[operation.effect];
  // An invalid id is rejected with its field when the input is read, so it needs no query.
  const isFoundFirst = (readOnly || withinSpace.test(operation.path)) && /^[\w-]*$/.test(spaceId ?? "");
  const isNamed = /^[\w-]+$/.test(changeRequestId ?? "") && !isNumber.test(changeRequestId ?? "");
  const changeRequest = isNamed ? (changeRequestId ?? null) : null;
  const place = isFoundFirst && spaceId !== undefined ? { space: spaceId, changeRequest } : undefined;
  const callerIn = async (queries: Queries): Promise<Entered> => {
    const now = contexts.now();
    const visitor = { user: visitorUser, scope: "read" as const };
    const reader = await readerTokens.findReader(queries, authorization, { now, origin });
    if (reader === "ended") throw unknownToken();
    if (reader !== undefined) {
      requireReadable(reader, operation, route.params);
      return { ...visitor, reader };
    }
    if (operation.anonymous && acting === undefined) {
      const token = parseBearer(authorization);
      if (authorization === null) return visitor;
      if (token !== undefined && previewLinks.find(token, now) !== undefined)
        return { ...visitor, previewToken: token };
    }
    // Before the body is read, its content cannot be checked.
    const call = { operation, params: route.params, parse: () => (body === undefined ? {} : parse()) };
    const integration = await integrationTokens.findCaller(queries, authorization, now, call);
    // Its permissions have already been checked.
    if (integration !== undefined) return { ...integration, scope: "admin" as const };
    const found: Entered =
      place === undefined
        ? await authenticate(queries, authorization, now, acting)
        : await authenticateAt(queries, authorization, now, acting, place);
    access = found;
    return found;
  };
  let body: unknown;
  const name = () => JSON.stringify([operation.id, asked.origin, ...Object.values(route.params), ...asked.query]);
  const parse = () => {
    const parsed = () => parseInput(operation, route.params, asked.query, body);
    return hasBody(operation) ? parsed() : recall(`input ${name()}`, parsed);
  };
  // Checked again in the transaction of the change.
  if (hasBody(operation) && !callers.isKnown(authorization, acting)) {
    await database.look(callerIn);
    if (access !== undefined) callers.add(authorization, acting);
  }
  body = await asked.readBody(operation);
  const { reaches } = route.summary;

  let queued: QueuedJob[] = [];
  const contextIn = async (queries: Queries): Promise<Context> => {
    queued = [];
    const caller = await callerIn(queries);
    if (caller.scope !== "admin") {
      requireScope(caller, reaches.length === 1 ? reaches[0] : computeReach(operation.reach, parse()), operation.id);
    }
    const context = newContext(contexts, queries, { user: caller.user, origin, queued });
    const entry =
      place === undefined || caller.entry === undefined ? undefined : entryOf(place.space, caller.entry, readOnly);
    const { reader, previewToken, integration } = caller;
    return { ...context, entry, reader, previewToken, integration, through, ifMatch: asked.ifMatch };
  };
  const noteUse = () => {
    const { token } = access ?? {};
    const now = contexts.now();
    access = undefined;
    if (token === undefined || !isUseDue(token.lastUsedAt, now)) return;
    // The response does not wait for this, and a failure does not affect it.
    database.write((queries) => noteTokenUse(queries, token.id, now), "token uses").catch(() => {});
  };
  return {
    operation,
    handler: parts.handlerOf(route.summary) ?? (() => Promise.reject(notImplemented(operation))),
    name,
    request: () => [operation.id, parse()],
    parse,
    desk: {
      get signal() {
        return AbortSignal.any([asked.signal, parts.closing]);
      },
      read: (work) => database.read(async (queries) => work(await contextIn(queries))).finally(noteUse),
      write: (work) =>
        database
          .write(async (queries) => work(await contextIn(queries)), lockOf(operation, route.params))
          .finally(noteUse),
    },
    queued: () => queued,
  };
}

/** A change request can be named by its number. */
const isNumber = /^\d+$/;

/** Paths within a space. An operation on the space itself may affect more than the space. */
const withinSpace = /^\/spaces\/\{spaceId\}\/(?:change-requests|comments|git)(?:\/|$)/;

/** What an operation locks while it writes. A read-only operation writes what it learned about the space. */
function lockOf({ path, effect }: AnyOperation, { spaceId }: Route["params"]): WriteLock | undefined {
  if (spaceId === undefined) return undefined;
  return effects[effect].readOnly || withinSpace.test(path) ? `space ${spaceId}` : undefined;
}

/** Caches validated input: the same key and texts always validate to the same result. */
function recall(key: string, make: () => AnyInput): AnyInput {
  const known = remembered.get(key);
  if (known !== undefined) return known as AnyInput;
  const made = frozenCopy(make()) as AnyInput;
  remembered.set(key, made, bytesOfValue(made));
  return made;
}

/** A write may change both after it first asked for them, so only the first request for each is answered from here. */
function entryOf(id: string, { space, role, changeRequest }: SpaceEntry, readOnly: boolean): CallEntry {
  let isTaken = false;
  let isChangeRequestTaken = false;
  return {
    id,
    take() {
      if (isTaken) return undefined;
      isTaken = !readOnly;
      return { space, role };
    },
    takeChangeRequest(id) {
      if (isChangeRequestTaken || id !== changeRequest?.id) return undefined;
      isChangeRequestTaken = !readOnly;
      return changeRequest;
    },
  };
}

interface Entered extends Access {
  readonly entry?: SpaceEntry;
  readonly reader?: Reader;
  /** The token of a preview's address, with which its renderer calls. */
  readonly previewToken?: string;
  readonly integration?: Context["integration"];
}

function notImplemented({ id, summary }: AnyOperation): Problem {
  return new Problem("not_implemented", `The embedded platform does not implement this yet: ${id} (${summary}).`);
}
