import type { Contract } from "../contract/index.ts";
import { loadOperation, operationSummaries } from "../contract/load.ts";
import type { AnyOperation, InputOf, ResultOf } from "../contract/operation.ts";
import { callOperation } from "./call.ts";
import { NoTrialError } from "./errors.ts";
import type { Fetch } from "./fetch-transport.ts";
import { openService } from "./service.ts";
import type { Timing } from "./timing.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds this call may take, retries included. */
  readonly deadline?: number;
  /** The revision the caller worked from, for operations with a precondition. */
  readonly ifMatch?: string;
  /**
   * Only finds out whether the service would carry it out: nothing is kept, and what it answers stands for nothing.
   * Rejects with the error that the call would meet, or with NoTrialError where the service cannot be asked.
   */
  readonly trial?: boolean;
}

type Call<Subject> = Subject extends AnyOperation
  ? (input: InputOf<Subject>, options?: CallOptions) => Promise<ResultOf<Subject>>
  : never;

/** One function for each operation, by noun: `client.pages.get({ spaceId, pageId })`. */
export type Client = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Call<Contract[Group][Name]>;
  };
};

export interface ClientOptions {
  /** Where the service is, with or without a slash at the end; `/v1` is added unless it is there. */
  readonly baseUrl: string;
  readonly token?: string;
  /** Takes requests instead of the network: the embedded platform's own fetch, in process. Must not follow redirects. */
  readonly fetch?: Fetch;
  /** Takes requests whose changes are not to be kept. Only for a service that is known to take them so. */
  readonly trial?: Fetch;
  readonly userAgent?: string;
  readonly timeouts?: {
    /** Milliseconds a call may take unless its own options say otherwise, retries included; 60,000 when left out. */
    readonly call?: number;
    /** Milliseconds to open a connection; 10,000 when left out. */
    readonly connect?: number;
  };
  /** Requests under way at once; the others wait their turn. 16 when left out. */
  readonly concurrency?: number;
  /** Replaced in tests. */
  readonly timing?: Timing;
}

/**
 * A client for one service, derived from the contract: schemas are loaded and connections opened by the first call that
 * needs them. Calls reject with a ClientError or with their signal's reason. Throws InputError for options that cannot work.
 */
export function createClient(options: ClientOptions): Client {
  const service = openService(options);
  const trial = options.trial && openService({ ...options, fetch: options.trial });
  const groups: Record<string, Record<string, UntypedCall>> = Object.create(null);
  for (const summary of operationSummaries) {
    groups[summary.group] ??= Object.create(null) as Record<string, UntypedCall>;
    const group = groups[summary.group] as Record<string, UntypedCall>;
    group[summary.name] = async (input, call) => {
      const { operation } = await loadOperation(summary);
      if (call?.trial !== true) return callOperation(service, operation, input, call);
      if (trial === undefined) throw new NoTrialError(operation);
      return callOperation(trial, operation, input, call);
    };
  }
  return groups as object as Client;
}

type UntypedCall = (input: unknown, options?: CallOptions) => Promise<unknown>;
