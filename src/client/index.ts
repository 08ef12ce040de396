/** The exports of `copydesk/client`. Their types mention no schemas, so that callers need not compile any. */

import type { Client } from "../../generated/client/client.ts";
import { InputError } from "./errors.ts";
import { operationCalls } from "./operation-calls.ts";
import type { ServiceOptions } from "./service.ts";

/** The models that inputs and results consist of: `Models.Space`. */
export type * as Models from "../../generated/client/client.ts";
export type { Client } from "../../generated/client/client.ts";
export type { ErrorCode } from "../contract/errors.ts";
export type { CallOptions } from "./call.ts";
export {
  ApiError,
  ClientError,
  InputError,
  NetworkError,
  type NetworkStage,
  TimeoutError,
  UnexpectedResponseError,
  type WriteState,
} from "./errors.ts";
export { type ListAnswer, paginate } from "./paginate.ts";

/** What an operation takes: `CallInput<Client["pages"]["get"]>`. */
export type CallInput<Call extends (input: never) => unknown> = Parameters<Call>[0];

/** What an operation returns: `CallResult<Client["pages"]["get"]>`. */
export type CallResult<Call extends (input: never) => unknown> = Awaited<ReturnType<Call>>;

export interface ClientOptions extends Omit<ServiceOptions, "token" | "trial" | "values" | "timing"> {
  /** Sent with every request as `Authorization: Bearer`. */
  readonly token: string;
}

/**
 * A client for one service. It opens no connection before the first call. Calls reject with a ClientError, which says
 * what happened to the change, or with their signal's reason. Throws InputError for options that cannot work.
 */
export function createClient(options: ClientOptions): Client {
  const { token } = options;
  if (typeof token !== "string" || token === "") throw new InputError("`token` is required.");
  return operationCalls(options) as object as Client;
}
