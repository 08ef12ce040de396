import { type ErrorCode, errors, type FailureBody, needsName, provesRefusal } from "../../contract/errors.ts";
import { DataFolderError } from "./database/data-folder.ts";
import { createId } from "./database/ids.ts";
import { DatabaseServerError } from "./database/server-error.ts";
import { Problem } from "./problem.ts";

/** Messages repeat what the caller sent; more of it than this helps nobody. UTF-16 units. */
const longestMessage = 1000;

/** An error as a caller is told it, whichever way the call came. */
interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Nothing was changed, and the status does not say so. */
  readonly unchanged: boolean;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

/** Seconds after which a database server that went away is usually back. */
const usualAbsence = 2;

/** `unchanged` says that nothing was changed, where it is known and the status does not say so. */
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
  const shown = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
  return {
    code: status,
    message: shown,
    ...(needsName(code) && { name: code }),
    ...(unchanged && !provesRefusal(status) && { changed: false }),
  };
}

/** What `failureOf` says, as the answer to a request. */
export function renderFailure(failure: unknown, log: (line: string) => void): Response {
  const { code, message, unchanged, retryAfter } = failureOf(failure, log);
  const headers = {
    ...(code === "unauthorized" ? { "WWW-Authenticate": 'Bearer realm="copydesk"' } : {}),
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  };
  return errorResponse(code, message, headers, unchanged);
}

/**
 * The one place where a failure becomes an answer. What was not foreseen is logged and answered by its number alone.
 * Requests change something in one transaction, which every `Problem` and `DataFolderError` undoes.
 */
export function failureOf(failure: unknown, log: (line: string) => void): Failure {
  if (failure instanceof Problem) {
    const { code, message, retryAfter } = failure;
    return { code, message, retryAfter, unchanged: true };
  }
  if (failure instanceof DataFolderError) {
    const { problem, message, cause } = failure;
    log(`${problem}: ${message}${cause instanceof Error ? ` (${cause.message})` : ""}`);
    return { code: problem === "damaged" ? "damaged" : "unavailable", message, unchanged: true };
  }
  if (failure instanceof DatabaseServerError) {
    const { problem, message, cause } = failure;
    log(`${problem}: ${message}${cause instanceof Error ? ` (${cause.message})` : ""}`);
    return { code: "unavailable", message, unchanged: problem !== "outcome_unknown", retryAfter: usualAbsence };
  }
  const number = createId();
  log(`Unexpected failure ${number}: ${failure instanceof Error ? failure.stack : String(failure)}`);
  const message = `Something went wrong that was not foreseen; the log has it under ${number}.`;
  return { code: "internal", message, unchanged: false };
}
