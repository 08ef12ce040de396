import { type CallOptions, callOperation } from "./call.ts";
import { NoTrialError } from "./errors.ts";
import { wireOperations } from "./operation.ts";
import { openService, type ServiceOptions } from "./service.ts";

/** A function for each operation by noun and name, its input and result not typed. */
export type OperationCalls = Readonly<Record<string, Readonly<Record<string, OperationCall>>>>;

export type OperationCall = (input: unknown, options?: TrialOptions) => Promise<unknown>;

export interface TrialOptions extends CallOptions {
  /**
   * Only finds out whether the service would carry it out: nothing is kept, and what it answers stands for nothing.
   * Rejects with the error that the call would meet, or with NoTrialError where the service cannot be asked.
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
