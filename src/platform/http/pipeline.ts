import { loadOperation } from "../../contract/load.ts";
import { type AnyOperation, effects } from "../../contract/operation.ts";
import { frozenCopy } from "../../contract/plain-value.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { recordAct } from "../access/audit/index.ts";
import { reachedAt } from "../kernel/app-address.ts";
import { bytesOfValue, contentCache } from "../kernel/caches.ts";
import type { Context } from "../kernel/context.ts";
import type { Database } from "../kernel/database/database.ts";
import { type AnyHandler, StoredResult, type Transactions, VersionedResult } from "../kernel/handler.ts";
import type { JobRunner } from "../kernel/jobs/runner.ts";
import type { ContextSource } from "../kernel/new-context.ts";
import { fetchAll, type Outbound } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import {
  findRepeated,
  type RepeatableRequest,
  repeatableRequest,
  storeRepeatable,
} from "../kernel/repeated-requests-rows.ts";
import { CachedResponses, type ResponseKey } from "./cached-responses.ts";
import { authenticateCaller } from "./caller.ts";
import { CallerTransactions } from "./caller-transactions.ts";
import { findMatchingTag, makeEtag } from "./etag.ts";
import { OperationCall } from "./operation-call.ts";
import type { OperationRequest } from "./operation-request.ts";
import { notModified, type OperationResponse, requireFits, toResponse } from "./operation-response.ts";
import type { Route } from "./router.ts";

interface PipelineOptions {
  readonly database: Database;
  /** The data folder. */
  readonly folder: string;
  readonly outbound: Outbound;
  readonly runner: JobRunner;
  readonly contexts: ContextSource;
  /** The handler of an operation; undefined if the platform does not implement it. */
  findHandler(operation: Route["summary"]): AnyHandler | undefined;
  /** Aborts when the platform closes. */
  readonly closing: AbortSignal;
}

/** What a handler does in its transaction. */
type Work = (context: Context) => Promise<unknown>;

/**
 * The way of every request to an operation, over HTTP or in process, in these steps:
 *
 * 1. Find the response in the cache (`CachedResponses`).
 * 2. Receive the body, from an authenticated sender.
 * 3. Prepare: what the handler does before its transaction.
 * 4. In one transaction: authenticate and authorize the caller (`CallerTransactions`), parse the input, run the handler,
 *    record the change, and render the result as a response.
 * 5. Start the jobs that were queued, once the transaction is committed.
 *
 * A dry run is rolled back after step 4.
 */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #cache: CachedResponses;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#cache = new CachedResponses(options.database, options.contexts.now);
  }

  /** Throws `Problem` and the errors of the database. */
  async handle(request: OperationRequest): Promise<OperationResponse> {
    const { contexts, runner } = this.#options;
    const { publicUrl, servedAt } = contexts.setup;
    const origin = reachedAt({ publicUrl, servedAt, origin: request.origin });
    const key = this.#cache.keyFor(request, origin);
    const cached = key && this.#cache.find(key);
    const response = cached ?? (await this.#process(request, origin, key));
    runner.watch();
    return unlessModified(response, request);
  }

  async #process(request: OperationRequest, origin: string, key: ResponseKey | undefined): Promise<OperationResponse> {
    const { database, contexts } = this.#options;
    const { operation } = await loadOperation(request.route.summary);
    const call = new OperationCall({
      request,
      operation,
      origin,
      authenticate: (call) => database.look((queries) => authenticateCaller(queries, call, contexts)),
    });
    await call.readBody();
    const transactions = new CallerTransactions(call, this.#options);
    const repeatable = await readIdempotencyKey(call);
    if (repeatable !== undefined) {
      const repeated = await transactions.read((context) => findRepeated(context, repeatable));
      if (repeated !== undefined) return toResponse(operation, repeated.result);
    }
    const handler = this.#options.findHandler(request.route.summary) ?? notImplemented(operation);
    const work = await this.#prepare(handler, call, transactions);
    if (work === undefined) return { operation, status: 204, result: undefined };
    if (effects[operation.effect].readOnly) {
      return transactions.read(async (context) => this.#render(await work(context), call, key));
    }
    const change = async (context: Context): Promise<OperationResponse> => {
      // The first request with this key may have been in progress until now.
      const repeated = repeatable && (await findRepeated(context, repeatable));
      if (repeated !== undefined) return toResponse(operation, repeated.result);
      const result = await work(context);
      await record(context, call, { result, repeatable });
      return toResponse(operation, result);
    };
    if (request.dryRun !== true) return transactions.write(change);
    const response = await rollBack(transactions, change);
    if (typeof handler === "object" && "dryRun" in handler) {
      await handler.dryRun(call.parse(), transactions, this.#options);
    }
    return response;
  }

  /**
   * Does the handler's work before the transaction, and returns what to do in it. If that work makes requests to other
   * hosts, a dry run only checks the input and the caller's permission, and returns undefined.
   */
  async #prepare(handler: AnyHandler, call: OperationCall, transactions: Transactions): Promise<Work | undefined> {
    const { parse, request } = call;
    if (typeof handler === "function") return (context) => handler(parse(), context);
    if ("dryRun" in handler) return (context) => handler.run(parse(), context);
    await call.authenticateSender();
    const input = parse();
    if ("prepare" in handler) {
      if (request.dryRun !== true) return handler.prepare(input, transactions);
      await transactions.read(async () => undefined);
      return undefined;
    }
    const urls = handler.urls(input);
    if (urls.length === 0) return (context) => handler.run(input, context);
    await transactions.read((context) => handler.allow(input, context));
    if (request.dryRun === true) return undefined;
    const fetched = await fetchAll(this.#options.outbound, urls);
    return (context) => handler.run(input, { ...context, fetched });
  }

  /** Makes the response of a read, from the caches where possible. */
  async #render(result: unknown, call: OperationCall, key: ResponseKey | undefined): Promise<OperationResponse> {
    const { operation } = call;
    if (result instanceof VersionedResult) return this.#renderVersioned(result, call, key);
    if (!(result instanceof StoredResult)) return toResponse(operation, result);
    const response = { ...toResponse(operation, frozenCopy(result.result)), isFrozen: true };
    if (key !== undefined) this.#cache.store(key, response);
    return response;
  }

  async #renderVersioned(
    { version, read }: VersionedResult<unknown>,
    { operation, origin, params, request }: OperationCall,
    key: ResponseKey | undefined,
  ): Promise<OperationResponse> {
    const etag = makeEtag([operation.id, origin, Object.values(params), [...request.query], version]);
    const cached = contentCache.get(`result ${etag}`);
    if (cached === undefined && matches(request, etag)) return { operation, status: 200, result: undefined, etag };
    const result = cached ?? (await cacheResult(etag, operation, await read()));
    const response = { operation, status: 200, result, isFrozen: true, etag };
    if (key !== undefined) this.#cache.store(key, response);
    return response;
  }
}

const matches = ({ ifNoneMatch }: OperationRequest, etag: string): boolean =>
  ifNoneMatch !== undefined && findMatchingTag(ifNoneMatch, etag) !== undefined;

async function cacheResult(etag: string, operation: AnyOperation, result: unknown): Promise<unknown> {
  const timeSlices = new TimeSlices();
  await timeSlices.yieldIfDue();
  requireFits(operation, result);
  await timeSlices.yieldIfDue();
  const frozen = frozenCopy(result);
  await timeSlices.yieldIfDue();
  contentCache.set(`result ${etag}`, frozen, bytesOfValue(frozen));
  return frozen;
}

/** Leaves out the content that the caller already has. */
function unlessModified(response: OperationResponse, { ifNoneMatch }: OperationRequest): OperationResponse {
  if (ifNoneMatch === undefined || response.etag === undefined) return response;
  const tag = findMatchingTag(ifNoneMatch, response.etag);
  return tag === undefined ? response : notModified(response.operation, tag);
}

/** A change whose sender named it, so that it can be sent again. */
async function readIdempotencyKey(call: OperationCall): Promise<RepeatableRequest | undefined> {
  const { operation, request, parse } = call;
  if (effects[operation.effect].readOnly || request.idempotencyKey === undefined) return undefined;
  await call.authenticateSender();
  return repeatableRequest(request.idempotencyKey, [operation.id, parse()]);
}

interface Outcome {
  readonly result: unknown;
  readonly repeatable: RepeatableRequest | undefined;
}

/** Records a change in its transaction: the result for a repeated request, and the act for the audit log. */
async function record(context: Context, { operation, params }: OperationCall, { result, repeatable }: Outcome) {
  if (repeatable !== undefined) await storeRepeatable(context, repeatable, result);
  await recordAct(context, { operation: operation.id, params, result });
}

/** Carries a response out of a transaction by making it fail. */
class RolledBack extends Error {
  readonly response: OperationResponse;

  constructor(response: OperationResponse) {
    super("the transaction was a dry run");
    this.response = response;
  }
}

/** Runs a change, and rolls it back. */
async function rollBack(
  transactions: Transactions,
  change: (context: Context) => Promise<OperationResponse>,
): Promise<OperationResponse> {
  try {
    return await transactions.write(async (context) => {
      throw new RolledBack(await change(context));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.response;
    throw error;
  }
}

function notImplemented({ id, summary }: AnyOperation): AnyHandler {
  return async () => {
    throw new Problem("not_implemented", `The embedded platform does not implement this yet: ${id} (${summary}).`);
  };
}
