import type { AnyOperation } from "../contract/operation.ts";
import type { CallOptions } from "./client.ts";
import { Deadline } from "./deadline.ts";
import {
  type Circumstances,
  ClientError,
  InputError,
  NetworkError,
  TimeoutError,
  UnexpectedResponseError,
  unsent,
  type WriteState,
} from "./errors.ts";
import { buildRequest } from "./request.ts";
import { readResponse } from "./response.ts";
import { withRetries } from "./retry.ts";
import type { Service } from "./service.ts";
import { TransportFailure, UnreadableResponse } from "./transport-failure.ts";
import type { WireRequest } from "./wire.ts";

/** Carries out one operation: builds the request, waits for a place, sends, repeats where that is safe, reads. */
export async function callOperation(
  service: Service,
  operation: AnyOperation,
  input: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  options.signal?.throwIfAborted();
  const request = buildRequest(service.settings, operation, input, options.ifMatch);
  const duration = options.deadline ?? service.deadline;
  if (!(duration > 0)) throw new InputError("`deadline` must be a number of milliseconds above 0.", operation);
  const { timing } = service;
  const deadline = new Deadline(duration, options.signal, () => timing.now());
  const call = new Call(service, operation, request, deadline);
  try {
    return await withRetries(operation, () => call.attempt(), deadline, timing);
  } catch (error) {
    throw deadline.ended(error) ? new TimeoutError(duration, call.circumstances(call.write)) : error;
  } finally {
    deadline.dispose();
  }
}

/** One call over its attempts: knows what has happened to the change so far. */
class Call {
  readonly #service: Service;
  readonly #operation: AnyOperation;
  readonly #request: WireRequest;
  readonly #deadline: Deadline;
  #attempts = 0;
  #write: WriteState;

  constructor(service: Service, operation: AnyOperation, request: WireRequest, deadline: Deadline) {
    this.#service = service;
    this.#operation = operation;
    this.#request = request;
    this.#deadline = deadline;
    this.#write = unsent(operation);
  }

  get write(): WriteState {
    return this.#write;
  }

  /** Once an attempt may have made the change, no later answer can prove that it was not made. */
  circumstances(write: WriteState): Circumstances {
    const known = this.#write === "unknown" || this.#write === "none" ? this.#write : write;
    return { operation: this.#operation.id, host: this.#request.url.host, write: known, attempts: this.#attempts };
  }

  async attempt(): Promise<unknown> {
    const { limit, transport, redact, timing } = this.#service;
    const { signal } = this.#deadline;
    let sending = false;
    try {
      const response = await limit.run(() => {
        sending = true;
        this.#attempts += 1;
        return this.#deadline.race(transport(this.#request, signal));
      }, signal);
      return readResponse({
        operation: this.#operation,
        response,
        requestUrl: this.#request.url,
        circumstances: (write) => this.circumstances(write),
        redact,
        now: timing.now(),
      });
    } catch (error) {
      const failure = this.#named(error);
      if (failure instanceof ClientError) this.#write = failure.write;
      else if (sending) this.#write = this.circumstances("unknown").write;
      throw failure;
    }
  }

  #named(error: unknown): unknown {
    if (error instanceof TransportFailure) {
      return new NetworkError(error, this.circumstances(error.stage === "connect" ? "not_sent" : "unknown"));
    }
    if (!(error instanceof UnreadableResponse)) return error;
    const found = this.circumstances("unknown");
    const answer = { status: error.status, advice: "Ask for less in one call, or check what the base URL leads to." };
    return new UnexpectedResponseError(`${found.operation}: ${found.host} ${error.message}`, answer, found);
  }
}
