import type { Contract } from "../contract/index.ts";
import type { AnyOperation, OperationInput, OperationResult } from "../contract/operation.ts";
import { operationCalls, type TrialOptions } from "./operation-calls.ts";
import type { ServiceOptions } from "./service.ts";

type Call<Subject> = Subject extends AnyOperation
  ? (input: OperationInput<Subject>, options?: TrialOptions) => Promise<OperationResult<Subject>>
  : never;

/** One function for each operation, by noun: `client.pages.get({ spaceId, pageId })`. */
export type Client = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Call<Contract[Group][Name]>;
  };
};

/**
 * The client this program uses itself, its types taken from the contract's schemas. Calls reject with a ClientError or
 * with their signal's reason. Throws InputError for options that cannot work.
 */
export function createClient(options: ServiceOptions): Client {
  return operationCalls(options) as object as Client;
}
