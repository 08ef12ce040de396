import type { Contract } from "../../contract/index.ts";
import type { AnyOperation, ParsedOf, ResultOf } from "../../contract/operation.ts";
import type { Context } from "./context.ts";
import type { Outbound } from "./outbound/outbound.ts";

/** A result that was made by the request, of an operation that else changes what is there: it is answered with 201. */
export class Made<Result> {
  readonly result: Result;
  /** The address of what was made, where the result does not say it. */
  readonly location: string | undefined;

  constructor(result: Result, location?: string) {
    this.result = result;
    this.location = location;
  }
}

/** A result that is written as JSON while it is sent, after the transaction: for what is too large to be held up for. */
export class Written {
  readonly pieces: AsyncIterable<Uint8Array>;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.pieces = pieces;
  }
}

/** A result that stays the same as long as the content it was made from; made only when it is not remembered. */
export class Standing<Result> {
  /** Names the content it was made from, which never changes, and who the caller is as far as that matters. */
  readonly on: readonly string[];
  readonly make: () => Promise<Result>;

  constructor(on: readonly string[], make: () => Promise<Result>) {
    this.on = on;
    this.make = make;
  }
}

type Run<Subject extends AnyOperation> = (
  input: ParsedOf<Subject>,
  context: Context,
) => Promise<ResultOf<Subject> | Made<ResultOf<Subject>> | Standing<ResultOf<Subject>> | Written>;

/**
 * A handler whose input may name URLs. They are fetched before the transaction, which would otherwise be held for as
 * long as a stranger's server likes, and only for a caller who may do what follows.
 */
interface FetchingHandler<Input, Result> {
  urls(input: Input): readonly string[];
  /** Throws a `Problem` when the caller may not run the operation. */
  allow(input: Input, context: Context): Promise<unknown>;
  run(input: Input, context: Context): Promise<Result>;
}

/** Transactions of a caller, one after the other. */
export interface Desk {
  /** Aborts when the caller gives up, and when the platform closes. */
  readonly signal: AbortSignal;
  read<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
  write<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
}

/** A handler with work to be done before its own transaction, and only for a caller who may see the outcome. */
export interface PreparedHandler<Input, Result> {
  /** Does that work, and returns what the transaction does. */
  prepare(input: Input, desk: Desk): Promise<(context: Context) => Promise<Result | Made<Result>>>;
}

/** What is outside the store: other people's hosts, and the data folder. */
interface Outside {
  readonly outbound: Outbound;
  readonly folder: string;
}

/** A handler that queues work, of which a trial can find out more than the transaction that queues it. */
interface QueueingHandler<Input, Result> {
  run(input: Input, context: Context): Promise<Result>;
  /** Throws the `Problem` that the work would fail with when it begins. Called outside transactions, by trials alone. */
  foresee(input: Input, desk: Desk, outside: Outside): Promise<void>;
}

type Handler<Subject> = Subject extends AnyOperation
  ?
      | Run<Subject>
      | FetchingHandler<ParsedOf<Subject>, ResultOf<Subject>>
      | PreparedHandler<ParsedOf<Subject>, ResultOf<Subject>>
      | QueueingHandler<ParsedOf<Subject>, ResultOf<Subject>>
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
