import { effects } from "../contract/effect.ts";
import { type ErrorCode, errors } from "../contract/errors.ts";
import type { OperationName } from "./operation.ts";

/**
 * What happened to the change a call was meant to make: "none" if the call only reads, "not_sent" if nothing left
 * this process, "refused" if the service said that it did not make it, "unknown" if it may have been made.
 */
export type WriteState = "none" | "not_sent" | "refused" | "unknown";

/** Where and how a call ended. Never contains the token, a path, a query or a body. */
export interface Circumstances {
  /** Id of the operation. */
  readonly operation: string | undefined;
  /** Host and port the call went to. */
  readonly host: string | undefined;
  readonly write: WriteState;
  /** Requests sent for the call, including the last one. */
  readonly attempts: number;
}

const writeSentences: Readonly<Record<WriteState, string | undefined>> = {
  none: undefined,
  not_sent: "Nothing was sent, so nothing was changed.",
  refused: "The service did not carry it out, so nothing was changed.",
  unknown: "Whether the change was made is not known.",
};

const readFirst = "Read the object to see whether the change was made before sending it again.";

function describe(what: string, { write, attempts }: Circumstances, ...advice: string[]): string {
  const count = attempts > 1 ? ` (after ${attempts} attempts)` : "";
  const end = count === "" && what.endsWith('."') ? "" : ".";
  const parts = [
    `${what}${count}${end}`,
    writeSentences[write],
    write === "unknown" ? readFirst : undefined,
    ...advice,
  ];
  return [...new Set(parts)].filter((part) => part !== undefined).join(" ");
}

/** The state of the change if nothing was sent. */
export function unsent(operation: OperationName): WriteState {
  return effects[operation.effect].readOnly ? "none" : "not_sent";
}

/** All errors that calls reject with, except the reason of the caller's own abort signal. */
export abstract class ClientError extends Error implements Circumstances {
  abstract override readonly name: string;
  readonly operation: string | undefined;
  readonly host: string | undefined;
  readonly write: WriteState;
  readonly attempts: number;

  constructor(message: string, circumstances: Circumstances) {
    super(message);
    this.operation = circumstances.operation;
    this.host = circumstances.host;
    this.write = circumstances.write;
    this.attempts = circumstances.attempts;
  }
}

/** Thrown before anything is sent: an argument or an option is missing, unknown or cannot be sent. */
export class InputError extends ClientError {
  override readonly name = "InputError" as const;

  constructor(message: string, operation?: OperationName) {
    super(operation === undefined ? message : `${operation.id}: ${message}`, {
      operation: operation?.id,
      host: undefined,
      write: operation === undefined ? "none" : unsent(operation),
      attempts: 0,
    });
  }
}

/** Thrown for a trial run if the service does not support one; nothing is sent. */
export class NoTrialError extends ClientError {
  override readonly name = "NoTrialError" as const;

  constructor(operation: OperationName) {
    super(`${operation.id}: this service does not support dry runs.`, {
      operation: operation.id,
      host: undefined,
      write: unsent(operation),
      attempts: 0,
    });
  }
}

/** Thrown if the service responded with a status of 400 or more. */
export class ApiError extends ClientError {
  override readonly name = "ApiError" as const;
  readonly status: number;
  readonly code: ErrorCode;
  /** The service's message, with control characters escaped, at most 1,000 characters. Untrusted. */
  readonly serviceMessage: string;
  readonly advice: string;
  /** Seconds to wait, according to the service. */
  readonly retryAfter: number | undefined;

  constructor(
    response: { status: number; code: ErrorCode; message: ServiceMessage; retryAfter: number | undefined },
    circumstances: Circumstances,
  ) {
    const { operation, host, write } = circumstances;
    // The table's advice for these is for calls that can simply be sent again.
    const undecided = write === "unknown" && (response.status >= 500 || response.status === 408);
    const advice = undecided ? readFirst : errors[response.code].advice;
    const wait = response.retryAfter === undefined ? [] : [`It asks to wait ${response.retryAfter} s.`];
    const what = `${operation}: ${host} answered ${response.status} (${response.code}): ${response.message.quoted}`;
    super(describe(what, circumstances, advice, ...wait), circumstances);
    this.status = response.status;
    this.code = response.code;
    this.serviceMessage = response.message.words;
    this.advice = advice;
    this.retryAfter = response.retryAfter;
  }
}

/** How far a request got before the network failed. */
export type NetworkStage = "connect" | "exchange";

/** Thrown if no connection could be made, or it was lost before the whole response arrived. */
export class NetworkError extends ClientError {
  override readonly name = "NetworkError" as const;
  /** The system's or the HTTP library's code, such as ECONNREFUSED. */
  readonly code: string | undefined;
  /** "connect" if no byte of the request was sent. */
  readonly stage: NetworkStage;

  constructor(failure: { code: string | undefined; stage: NetworkStage }, circumstances: Circumstances) {
    const { operation, host, write } = circumstances;
    const code = failure.code === undefined ? "" : ` (${failure.code})`;
    const what =
      failure.stage === "connect"
        ? `${operation}: no connection to ${host} could be made${code}`
        : `${operation}: the connection to ${host} failed before the whole response arrived${code}`;
    super(describe(what, circumstances, networkAdvice(failure, write)), circumstances);
    this.code = failure.code;
    this.stage = failure.stage;
  }
}

function networkAdvice({ code, stage }: { code: string | undefined; stage: NetworkStage }, write: WriteState): string {
  if (write === "unknown") return readFirst;
  if (stage === "exchange") return "Send it again after a moment.";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "Check the host name in the base URL and the network.";
  if (code !== undefined && /CERT|TLS|SSL|VERIFY/.test(code)) {
    return "Check the service's certificate and the base URL; an authority of your own is trusted when NODE_EXTRA_CA_CERTS names its file.";
  }
  return "Check the base URL and that the service is running.";
}

/** Thrown if a call, including waits and retries, exceeded its deadline. */
export class TimeoutError extends ClientError {
  override readonly name = "TimeoutError" as const;
  /** Milliseconds the call was allowed. */
  readonly deadline: number;

  constructor(deadline: number, circumstances: Circumstances) {
    const { operation, host, write } = circumstances;
    const advice = write === "unknown" ? readFirst : "Request less in one call, or allow a longer deadline.";
    super(
      describe(`${operation}: ${host} did not respond within ${deadline} ms`, circumstances, advice),
      circumstances,
    );
    this.deadline = deadline;
  }
}

/** Thrown for a response the operation cannot have: a redirect, a web page, truncated or empty JSON. */
export class UnexpectedResponseError extends ClientError {
  override readonly name = "UnexpectedResponseError" as const;
  readonly status: number | undefined;

  constructor(what: string, response: { status: number | undefined; advice: string }, circumstances: Circumstances) {
    super(describe(what, circumstances, response.advice), circumstances);
    this.status = response.status;
  }
}

export interface ServiceMessage {
  /** The service's message or, without one, a description of the response. */
  readonly words: string;
  /** The same for use in our own sentences: the service's text is in quotation marks that it cannot close. */
  readonly quoted: string;
}
