import type { Contract } from "../contract/index.ts";
import { loadOperation, operationSummaries } from "../contract/load.ts";
import type { AnyOperation, InputOf, ResultOf } from "../contract/operation.ts";
import { type CallOptions, callOperation } from "./call.ts";
import { NoTrialError } from "./errors.ts";
import { type ClientOptions, openService } from "./service.ts";

type Call<Subject> = Subject extends AnyOperation
  ? (input: InputOf<Subject>, options?: CallOptions) => Promise<ResultOf<Subject>>
  : never;

/** One function for each operation, by noun: `client.pages.get({ spaceId, pageId })`. */
export type Client = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Call<Contract[Group][Name]>;
  };
};

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
