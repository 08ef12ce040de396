import { CallEntry } from "../access/call-entry.ts";
import { isUseDue, noteTokenUse } from "../access/tokens-rows.ts";
import type { Context } from "../kernel/context.ts";
import type { Database, WriteLock } from "../kernel/database/database.ts";
import type { Queries } from "../kernel/database/tables.ts";
import type { Transactions } from "../kernel/handler.ts";
import type { JobRunner } from "../kernel/jobs/runner.ts";
import { type ContextSource, newContext, type QueuedJob } from "../kernel/new-context.ts";
import { authenticateCaller, authorizeCaller, type Caller, isWithinSpace } from "./caller.ts";
import type { OperationCall } from "./operation-call.ts";

interface TransactionOptions {
  readonly database: Database;
  readonly contexts: ContextSource;
  readonly runner: JobRunner;
  /** Aborts when the platform closes. */
  readonly closing: AbortSignal;
}

/** The transactions of one call. Each authenticates and authorizes the caller again, on the data that it works with. */
export class CallerTransactions implements Transactions {
  readonly #call: OperationCall;
  readonly #options: TransactionOptions;
  /** The token of the last transaction. */
  #token: Caller["token"];

  constructor(call: OperationCall, options: TransactionOptions) {
    this.#call = call;
    this.#options = options;
  }

  get signal(): AbortSignal {
    return AbortSignal.any([this.#call.request.signal(), this.#options.closing]);
  }

  // Fields, because handlers pass them on by themselves.
  readonly read: Transactions["read"] = (work) =>
    this.#options.database
      .read(async (queries) => work(await this.#openContext(queries, [])))
      .finally(() => this.#recordUse());

  /** Starts the jobs that `work` queued once it is committed. */
  readonly write: Transactions["write"] = async (work) => {
    const { database, runner } = this.#options;
    const attempt = async (queries: Queries) => {
      // `work` may be run again, and then queues its jobs again.
      const queued: QueuedJob[] = [];
      return { result: await work(await this.#openContext(queries, queued)), queued };
    };
    const { result, queued } = await database.write(attempt, lockFor(this.#call)).finally(() => this.#recordUse());
    for (const { id, secret } of queued) if (secret !== undefined) runner.keepSecret(id, secret);
    if (queued.length > 0) runner.wake();
    return result;
  };

  async #openContext(queries: Queries, queued: QueuedJob[]): Promise<Context> {
    const { contexts } = this.#options;
    const { origin, request } = this.#call;
    const caller = await authenticateCaller(queries, this.#call, contexts);
    this.#token = caller.token;
    authorizeCaller(caller, this.#call);
    const { user, entry, reader, previewToken, integration } = caller;
    return {
      ...newContext(contexts, queries, { user, origin, queued }),
      entry: entry && new CallEntry(entry, this.#call.operation),
      reader,
      previewToken,
      integration,
      through: request.through,
      ifMatch: request.ifMatch,
    };
  }

  /** After the transaction. The response does not wait for this, and a failure does not affect it. */
  #recordUse(): void {
    const { contexts, database } = this.#options;
    const token = this.#token;
    this.#token = undefined;
    const now = contexts.now();
    if (token === undefined || !isUseDue(token.lastUsedAt, now)) return;
    database.write((queries) => noteTokenUse(queries, token.id, now), "token uses").catch(() => {});
  }
}

/** What a write locks. A read-only operation writes what it learned about the space. */
function lockFor(call: OperationCall): WriteLock | undefined {
  const { spaceId } = call.params;
  return spaceId !== undefined && isWithinSpace(call) ? `space ${spaceId}` : undefined;
}
