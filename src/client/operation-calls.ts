import { type CallOptions, callOperation } from "./call.ts";
import { NoTrialError } from "./errors.ts";
import { wireOperations } from "./operation.ts";
import { openService, type ServiceOptions } from "./service.ts";

/** A function for each operation by noun and name, with untyped input and result. */
export type OperationCalls = Readonly<Record<string, Readonly<Record<string, OperationCall>>>>;

type OperationCall = (input: unknown, options?: TrialOptions) => Promise<unknown>;

export interface TrialOptions extends CallOptions {
  /**
   * Only checks whether the service would accept the call: nothing is stored, and the result is meaningless.
   * Rejects with the error that the call would cause, or with NoTrialError if the service does not support trials.
   */
  readonly trial?: boolean;
}

/** Connections are opened by the first call. Throws InputError for options that cannot work. */
export function operationCalls(options: ServiceOptions): OperationCalls {
  const service = openService(options);
  const trial = options.trial && openService({ ...options, values: undefined, ...options.trial });
  const groups: Record<string, Record<string, OperationCall>> = Object.create(null);
  for (const operation of wireOperations) {
    groups[operation.group] ??= Object.create(null) as Record<string, OperationCall>;
    const group = groups[operation.group] as Record<string, OperationCall>;
    group[operation.name] = async (input, call) => {
      if (call?.trial !== true) return callOperation(service, operation, input, call);
      if (trial === undefined) throw new NoTrialError(operation);
      return callOperation(trial, operation, input, call);
    };
  }
  return groups;
}
