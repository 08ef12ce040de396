import type { NetworkStage } from "./errors.ts";

/** The network failed a request. Keeps a code and no text: messages of other code may quote what was sent. */
export class TransportFailure extends Error {
  readonly code: string | undefined;
  readonly stage: NetworkStage;

  constructor(code: string | undefined, stage: NetworkStage) {
    super(code);
    this.code = code;
    this.stage = stage;
  }
}

/** An answer came and cannot be read: too large, compressed in an unknown way or cut, or no HTTP at all. */
export class UnreadableResponse extends Error {
  readonly status: number | undefined;

  constructor(problem: string, status: number | undefined) {
    super(problem);
    this.status = status;
  }
}

/** Failures of the HTTP library that are the answer's own fault and would come again. */
const malformed: ReadonlyMap<string, string> = new Map([
  ["UND_ERR_HEADERS_OVERFLOW", "answered headers that are too large"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "answered a body of another length than its headers say"],
]);

/** Names what went wrong from the chain of causes a fetch or a socket left. */
export function transportFailure(error: unknown): TransportFailure | UnreadableResponse {
  if (error instanceof TransportFailure || error instanceof UnreadableResponse) return error;
  const causes = rootCauses(error, 0);
  const [code] = causes.map(codeOf);
  if (causes.some(({ name }) => name === "HTTPParserError")) {
    return new UnreadableResponse("answered something that is not HTTP", undefined);
  }
  const problem = code === undefined ? undefined : malformed.get(code);
  if (problem !== undefined) return new UnreadableResponse(problem, undefined);
  return new TransportFailure(code, causes.length > 0 && causes.every(failedToConnect) ? "connect" : "exchange");
}

/** The same for an error that came before a byte of the request was sent. */
export function connectFailure(error: unknown): TransportFailure {
  const [code] = rootCauses(error, 0).map(codeOf);
  return new TransportFailure(code, "connect");
}

const deepestCause = 8;

/** Errors at the ends of `cause` and `errors`: one for each address that was tried. */
function rootCauses(error: unknown, depth: number): Error[] {
  if (!(error instanceof Error) || depth > deepestCause) return [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  const roots = inner.flatMap((cause) => rootCauses(cause, depth + 1));
  return roots.length > 0 ? roots : [error];
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" && /^[A-Z0-9_]{2,60}$/.test(error.code)
    ? error.code
    : undefined;
}

function failedToConnect(error: Error): boolean {
  if (codeOf(error) === "UND_ERR_CONNECT_TIMEOUT") return true;
  return "syscall" in error && (error.syscall === "connect" || error.syscall === "getaddrinfo");
}
