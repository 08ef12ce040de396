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
import { announced } from "./request-channel.ts";
import { requestTrace } from "./request-trace.ts";
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

/** Worst last: what one attempt may have done, no later one can undo. */
const byGravity: readonly WriteState[] = ["not_sent", "refused", "unknown"];

const traced = (request: WireRequest, traceparent: string): WireRequest => ({
  ...request,
  headers: { ...request.headers, traceparent },
});

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

  /** Where the call stands when its last attempt left the change so. */
  circumstances(last: WriteState): Circumstances {
    const before = this.#write;
    const write = before === "none" || byGravity.indexOf(before) > byGravity.indexOf(last) ? before : last;
    return { operation: this.#operation.id, host: this.#request.url.host, write, attempts: this.#attempts };
  }

  async attempt(): Promise<unknown> {
    const { limit, transport, redact, timing } = this.#service;
    const { signal } = this.#deadline;
    let sending = false;
    try {
      const response = await limit.run(() => {
        signal.throwIfAborted();
        this.#attempts += 1;
        const onSend = () => {
          sending = true;
        };
        const trace = requestTrace.getStore()?.();
        const request = trace === undefined ? this.#request : traced(this.#request, trace.traceParent);
        const facts = { ...this.#facts(), span: trace?.span };
        return announced(facts, () => this.#deadline.race(transport(request, signal, onSend)));
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

  #facts() {
    const { method, url } = this.#request;
    return { operation: this.#operation.id, method, host: url.host, attempt: this.#attempts };
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
