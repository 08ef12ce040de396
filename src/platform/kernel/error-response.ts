import { type ErrorCode, errors, type FailureBody, needsName, provesRefusal } from "../../contract/errors.ts";
import { rateLimitHeaders } from "../../contract/rate-limit.ts";
import { DataFolderError } from "./database/data-folder.ts";
import { createId } from "./database/ids.ts";
import { DatabaseServerError } from "./database/server-error.ts";
import { ObjectStorageError } from "./object-storage.ts";
import { Problem } from "./problem.ts";

/** In UTF-16 units. Messages repeat the caller's input; more of it than this does not help. */
const maxMessageLength = 1000;

/** An error as the caller sees it, however the call was made. */
interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Nothing was changed, and the status does not imply it. */
  readonly unchanged: boolean;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** Requests per period that were exceeded. */
  readonly limit?: number | undefined;
}

/** Seconds after which an unavailable database server is usually back. */
const defaultRetrySeconds = 2;

/** `unchanged` states that nothing was changed, if that is known and the status does not imply it. */
export function errorResponse(
  code: ErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  unchanged = false,
): Response {
  const { status } = errors[code];
  return Response.json({ error: failureBody({ code, message, unchanged }) }, { status, headers });
}

export function failureBody({ code, message, unchanged }: Failure): FailureBody {
  const { status } = errors[code];
  const shown = message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;
  return {
    code: status,
    message: shown,
    ...(needsName(code) && { name: code }),
    ...(unchanged && !provesRefusal(status) && { changed: false }),
  };
}

/** The result of `toFailure` as a response. */
export function renderFailure(failure: unknown, log: (line: string) => void): Response {
  const { code, message, unchanged, ...wait } = toFailure(failure, log);
  const headers = {
    ...(code === "unauthorized" ? { "WWW-Authenticate": 'Bearer realm="copydesk"' } : {}),
    ...waitHeaders(code, wait),
  };
  return errorResponse(code, message, headers, unchanged);
}

/** What a response says about when to try again. */
export function waitHeaders(
  code: ErrorCode,
  { retryAfter, limit }: Pick<Failure, "retryAfter" | "limit">,
): Record<string, string> {
  if (retryAfter === undefined) return {};
  if (code === "too_many_requests") return rateLimitHeaders({ seconds: retryAfter, limit });
  return { "Retry-After": String(retryAfter) };
}

/**
 * The only place where a failure becomes a response. An unexpected failure is logged, and the response has only its
 * number. A request changes data in one transaction, which every `Problem` and `DataFolderError` rolls back.
 */
export function toFailure(failure: unknown, log: (line: string) => void): Failure {
  if (failure instanceof Problem) {
    const { code, message, retryAfter, limit } = failure;
    return { code, message, retryAfter, limit, unchanged: true };
  }
  if (failure instanceof DataFolderError) {
    const { problem, message, cause } = failure;
    log(`${problem}: ${message}${cause instanceof Error ? ` (${cause.message})` : ""}`);
    return { code: problem === "damaged" ? "damaged" : "unavailable", message, unchanged: true };
  }
  if (failure instanceof DatabaseServerError) {
    const { problem, message, cause } = failure;
    log(`${problem}: ${message}${cause instanceof Error ? ` (${cause.message})` : ""}`);
    return { code: "unavailable", message, unchanged: problem !== "outcome_unknown", retryAfter: defaultRetrySeconds };
  }
  if (failure instanceof ObjectStorageError) {
    const { problem, message, cause } = failure;
    log(`${problem}: ${message}${cause instanceof Error ? ` (${cause.message})` : ""}`);
    const isDamaged = problem === "missing" || problem === "changed";
    return {
      code: isDamaged ? "damaged" : "unavailable",
      message,
      unchanged: true,
      retryAfter: isDamaged ? undefined : defaultRetrySeconds,
    };
  }
  const number = createId();
  log(`Unexpected failure ${number}: ${failure instanceof Error ? failure.stack : String(failure)}`);
  const message = `An unexpected error occurred; the log has it under ${number}.`;
  return { code: "internal", message, unchanged: false };
}
