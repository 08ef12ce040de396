import type { Contract } from "../../contract/index.ts";
import type { AnyOperation, OperationResult, ParsedInput } from "../../contract/operation.ts";
import type { Context } from "./context.ts";
import type { Outbound } from "./outbound/outbound.ts";

/** A result that the request created, for an operation that otherwise updates. The response status is 201. */
export class CreatedResult<Result> {
  readonly result: Result;
  /** The URL of what was created, if the result does not contain it. */
  readonly location: string | undefined;

  constructor(result: Result, location?: string) {
    this.result = result;
    this.location = location;
  }
}

/** A result too large to buffer: its JSON is written while it is sent, after the transaction. */
export class StreamedResult {
  readonly chunks: AsyncIterable<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks;
  }
}

/** A result that never changes for its version. It is only read if it is not cached. */
export class VersionedResult<Result> {
  /** Identifies the immutable content it is read from, and the caller as far as that matters. */
  readonly version: readonly string[];
  readonly read: () => Promise<Result>;

  constructor(version: readonly string[], read: () => Promise<Result>) {
    this.version = version;
    this.read = read;
  }
}

/**
 * A result that depends only on what is stored, the caller and the request, and not on the time: it is the same until
 * something is written.
 */
export class StoredResult<Result> {
  readonly result: Result;

  constructor(result: Result) {
    this.result = result;
  }
}

type Run<Subject extends AnyOperation> = (
  input: ParsedInput<Subject>,
  context: Context,
) => Promise<
  | OperationResult<Subject>
  | CreatedResult<OperationResult<Subject>>
  | VersionedResult<OperationResult<Subject>>
  | StoredResult<OperationResult<Subject>>
  | StreamedResult
>;

/**
 * A handler whose input may contain URLs. They are fetched before the transaction, so that it is not held open while a
 * remote server responds, and only for a caller who is allowed to run the operation.
 */
interface FetchingHandler<Input, Result> {
  urls(input: Input): readonly string[];
  /** Throws a `Problem` if the caller may not run the operation. */
  allow(input: Input, context: Context): Promise<unknown>;
  run(input: Input, context: Context): Promise<Result>;
}

/** Transactions of a caller, one after another. Each checks the caller's credentials and rights again. */
export interface Transactions {
  /** Aborts when the caller gives up or the platform closes. */
  readonly signal: AbortSignal;
  read<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
  write<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
}

/** A handler with work to do before its own transaction, only for a caller who may see the result. */
export interface PreparedHandler<Input, Result> {
  /** Does that work and returns what to do in the transaction. */
  prepare(
    input: Input,
    transactions: Transactions,
  ): Promise<(context: Context) => Promise<Result | CreatedResult<Result>>>;
}

/** What is outside the store: remote hosts and the data folder. */
interface Outside {
  readonly outbound: Outbound;
  readonly folder: string;
}

/** A handler that queues work. A dry run can predict more than the transaction that queues it. */
interface QueueingHandler<Input, Result> {
  run(input: Input, context: Context): Promise<Result>;
  /**
   * Throws the `Problem` that the work would fail with at its start. Called only by dry runs, outside transactions.
   */
  dryRun(input: Input, transactions: Transactions, outside: Outside): Promise<void>;
}

type Handler<Subject> = Subject extends AnyOperation
  ?
      | Run<Subject>
      | FetchingHandler<ParsedInput<Subject>, OperationResult<Subject>>
      | PreparedHandler<ParsedInput<Subject>, OperationResult<Subject>>
      | QueueingHandler<ParsedInput<Subject>, OperationResult<Subject>>
  : never;

/** One function for each operation of a noun that the platform implements. */
export type Handlers<Group extends keyof Contract> = {
  readonly [Name in keyof Contract[Group]]?: Handler<Contract[Group][Name]>;
};

export type AnyInput = Record<string, unknown>;

export type AnyHandler =
  | ((input: AnyInput, context: Context) => Promise<unknown>)
  | FetchingHandler<AnyInput, unknown>
  | PreparedHandler<AnyInput, unknown>
  | QueueingHandler<AnyInput, unknown>;
