import { setMaxListeners } from "node:events";
import { effects } from "../contract/effect.ts";
import type { ValueResponse } from "../contract/value-call.ts";
import {
  ApiError,
  type Circumstances,
  ClientError,
  InputError,
  NetworkError,
  TimeoutError,
  UnexpectedResponseError,
  unsent,
  type WriteState,
} from "./errors.ts";
import type { WireOperation } from "./operation.ts";
import { buildRequest, buildValueCall } from "./request.ts";
import { findObserver, type RequestObserver, sendObserved } from "./request-events.ts";
import { readResponse, readValueResponse } from "./response.ts";
import type { Service, Timing } from "./service.ts";
import { TransportFailure, UnreadableResponse, type WireRequest, type WireResponse } from "./transport.ts";

/** Performs one operation: builds the request, waits for its turn, sends, retries if that is safe, and reads. */
export async function callOperation(
  service: Service,
  operation: WireOperation,
  input: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  options.signal?.throwIfAborted();
  const message = buildMessage(service, operation, input, options);
  const duration = options.deadline ?? service.deadline;
  if (!(duration > 0)) throw new InputError("`deadline` must be a number of milliseconds above 0.", operation);
  const { timing } = service;
  const observer = findObserver(options.signal);
  const deadline = new Deadline(duration, options.signal, () => timing.now());
  const call = new Call(service, operation, message, deadline, observer);
  try {
    return await withRetries(operation, () => call.attempt(), deadline, timing);
  } catch (error) {
    throw deadline.ended(error) ? new TimeoutError(duration, call.circumstances(call.write)) : error;
  } finally {
    deadline.dispose();
  }
}

/** Worst last: a later attempt cannot undo what an earlier one may have done. */
const byGravity: readonly WriteState[] = ["not_sent", "refused", "unknown"];

/** The request of one attempt, and how to read its response. */
interface Message {
  send(
    signal: () => AbortSignal,
    traceParent: string | undefined,
    onSend: () => void,
  ): Promise<{ readonly status: number }>;
  read(response: { readonly status: number }, circumstances: (write: WriteState) => Circumstances): unknown;
}

function buildMessage(
  service: Service,
  operation: WireOperation,
  input: unknown,
  { ifMatch, signal: callerSignal }: CallOptions,
): Message {
  const { settings, exchange, redact, timing } = service;
  if ("values" in exchange) {
    const call = buildValueCall(settings, operation, input, ifMatch);
    return {
      send(signal, _, onSend) {
        onSend();
        return exchange.values(call, signal, callerSignal);
      },
      read: (response, circumstances) =>
        readValueResponse(response as ValueResponse, operation, redact, { circumstances }),
    };
  }
  const request = buildRequest(settings, operation, input, ifMatch);
  return {
    send: (signal, traceParent, onSend) =>
      exchange.transport(traceParent === undefined ? request : traced(request, traceParent), signal(), onSend),
    read: (response, circumstances) =>
      readResponse({
        ...{ operation, redact, circumstances, now: timing.now() },
        ...{ response: response as WireResponse, requestUrl: request.url },
      }),
  };
}

const traced = (request: WireRequest, traceparent: string): WireRequest => ({
  ...request,
  headers: { ...request.headers, traceparent },
});

/** Ends a call with the caller's reason, or when its time is up. Must be disposed. */
class Deadline {
  /** Milliseconds from start to end. */
  readonly duration: number;
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  readonly #end: number;
  /** Created on demand, which is rare, because it captures a stack. */
  #timeUp: DOMException | undefined;
  #over: { readonly reason: unknown } | undefined;
  /** What it ends. */
  readonly #ends = new Set<(reason: unknown) => void>();
  #controller: AbortController | undefined;

  constructor(duration: number, caller: AbortSignal | undefined, now: () => number) {
    this.duration = duration;
    this.#now = now;
    this.#end = now() + duration;
    this.#caller = caller;
    this.#timer = setTimeout(this.#expire, Math.min(duration, maxTimerMs));
    if (caller === undefined) return;
    // Many concurrent calls may share a caller's signal; Node warns of a leak from the eleventh listener on.
    setMaxListeners(0, caller);
    if (caller.aborted) this.#cancel();
    else caller.addEventListener("abort", this.#cancel, { once: true });
  }

  /** Aborts when the call ends. Created on demand: few calls in process need one. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.#over === undefined) this.#ends.add((reason) => controller.abort(reason));
      else controller.abort(this.#over.reason);
    }
    return this.#controller.signal;
  }

  throwIfOver(): void {
    if (this.#over !== undefined) throw this.#over.reason;
  }

  /** Whether an error is this deadline's reason for ending the call. */
  ended(error: unknown): boolean {
    return this.#timeUp !== undefined && error === this.#timeUp;
  }

  get remaining(): number {
    return this.#end - this.#now();
  }

  /** Settles as the promise does, or rejects with the reason as soon as the call ends. */
  race<Result>(promise: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#over === undefined) this.#ends.add(reject);
      else reject(this.#over.reason);
      const settled =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          this.#ends.delete(reject);
          settle(value);
        };
      promise.then(settled<Result>(resolve), settled(reject));
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#cancel);
  }

  readonly #expire = (): void => {
    this.#timeUp = new DOMException("The call's deadline has passed.", "TimeoutError");
    this.#finish(this.#timeUp);
  };

  readonly #cancel = (): void => this.#finish(this.#caller?.reason);

  #finish(reason: unknown): void {
    this.#over ??= { reason };
    for (const end of this.#ends) end(this.#over.reason);
    this.#ends.clear();
  }
}

/** Tracks over a call's attempts what has happened to the change so far. */
class Call {
  readonly #service: Service;
  readonly #operation: WireOperation;
  readonly #message: Message;
  readonly #deadline: Deadline;
  readonly #observer: RequestObserver | undefined;
  #attempts = 0;
  #write: WriteState;

  constructor(
    service: Service,
    operation: WireOperation,
    message: Message,
    deadline: Deadline,
    observer: RequestObserver | undefined,
  ) {
    this.#service = service;
    this.#operation = operation;
    this.#message = message;
    this.#deadline = deadline;
    this.#observer = observer;
    this.#write = unsent(operation);
  }

  get write(): WriteState {
    return this.#write;
  }

  /** The state of the call, given how its last attempt left the change. */
  circumstances(last: WriteState): Circumstances {
    const before = this.#write;
    const write = before === "none" || byGravity.indexOf(before) > byGravity.indexOf(last) ? before : last;
    return { operation: this.#operation.id, host: this.#host, write, attempts: this.#attempts };
  }

  async attempt(): Promise<unknown> {
    const { limit } = this.#service;
    const deadline = this.#deadline;
    const signal = () => deadline.signal;
    let sending = false;
    try {
      const response = await limit.run(() => {
        deadline.throwIfOver();
        this.#attempts += 1;
        const onSend = () => {
          sending = true;
        };
        const trace = this.#observer?.trace?.();
        const facts = { ...this.#facts(), span: trace?.span };
        return sendObserved(facts, this.#observer, () =>
          deadline.race(this.#message.send(signal, trace?.traceParent, onSend)),
        );
      }, signal);
      return this.#message.read(response, (write) => this.circumstances(write));
    } catch (error) {
      const failure = this.#named(error);
      if (failure instanceof ClientError) this.#write = failure.write;
      else if (sending) this.#write = this.circumstances("unknown").write;
      throw failure;
    }
  }

  get #host(): string {
    return this.#service.settings.base.host;
  }

  #facts() {
    const { id, method } = this.#operation;
    return { operation: id, method, host: this.#host, attempt: this.#attempts };
  }

  #named(error: unknown): unknown {
    if (error instanceof TransportFailure) {
      return new NetworkError(error, this.circumstances(error.stage === "connect" ? "not_sent" : "unknown"));
    }
    if (!(error instanceof UnreadableResponse)) return error;
    const found = this.circumstances("unknown");
    const response = { status: error.status, advice: "Request less in one call, or check what the base URL leads to." };
    return new UnexpectedResponseError(`${found.operation}: ${found.host} ${error.message}`, response, found);
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds this call may take, including retries. */
  readonly deadline?: number;
  /** The revision the caller worked from, for operations with a precondition. */
  readonly ifMatch?: string;
}

const maxAttempts = 4;

/** Milliseconds: the bounds of every wait, and the first ceiling, which doubles with each attempt. */
const minWaitMs = 100;

const maxWaitMs = 30_000;

const firstCeiling = 500;

const temporaryStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const temporaryFailures: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_SOCKET",
]);

/** Failures that prove that no byte of a request was sent. */
const unsentFailures: ReadonlySet<string> = new Set(["EAI_AGAIN", "ECONNREFUSED", "ENOTFOUND"]);

/**
 * Retries a call while that is safe, useful and fits the time left: a create or a run only if no
 * byte of it was sent. Rejects with the last attempt's error, or with the signal's reason if it aborts during a wait.
 */
async function withRetries<Result>(
  operation: WireOperation,
  attempt: () => Promise<Result>,
  deadline: { readonly remaining: number; readonly signal: AbortSignal },
  timing: Timing,
): Promise<Result> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (number === maxAttempts || !mayRepeat(operation, error)) throw error;
      const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
      const wait = retryAfter === undefined ? backoff(number, timing.random()) : Math.max(retryAfter * 1000, minWaitMs);
      // Compared before the cap: if a service asks for an hour, do not retry after half a minute.
      if (wait >= deadline.remaining) throw error;
      await timing.sleep(Math.min(wait, maxWaitMs), deadline.signal);
    }
  }
}

function mayRepeat(operation: WireOperation, error: unknown): error is ClientError {
  const { idempotent } = effects[operation.effect];
  if (error instanceof ApiError) return idempotent && temporaryStatuses.has(error.status);
  if (!(error instanceof NetworkError) || error.code === undefined) return false;
  if (idempotent) return temporaryFailures.has(error.code);
  return error.stage === "connect" && unsentFailures.has(error.code);
}

/** Full jitter: anywhere below a ceiling that doubles with each attempt. */
function backoff(number: number, random: number): number {
  return Math.max(minWaitMs, random * firstCeiling * 2 ** (number - 1));
}

/** Longest delay a timer accepts, in milliseconds; a longer one would fire immediately. */
const maxTimerMs = 2 ** 31 - 1;
