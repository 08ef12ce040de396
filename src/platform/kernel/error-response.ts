import { type ErrorCode, errors, needsName, provesRefusal } from "../../contract/errors.ts";
import { DataFolderError } from "./database/data-folder.ts";
import { createId } from "./database/ids.ts";
import { DatabaseServerError } from "./database/server-error.ts";
import { Problem } from "./problem.ts";

/** Messages repeat what the caller sent; more of it than this helps nobody. UTF-16 units. */
const longestMessage = 1000;

/** Seconds after which a server that went away is usually back. */
const retryAfter = "2";

/** `unchanged` says that nothing was changed, where it is known and the status does not say so. */
export function errorResponse(
  code: ErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  unchanged = false,
): Response {
  const { status } = errors[code];
  const shown = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
  const error = {
    code: status,
    message: shown,
    ...(needsName(code) && { name: code }),
    ...(unchanged && !provesRefusal(status) && { changed: false }),
  };
  return Response.json({ error }, { status, headers });
}

/**
 * The one place where a failure becomes an answer. What was not foreseen is logged and answered by its number alone.
 * Requests change something in one transaction, which every `Problem` and `DataFolderError` undoes.
 */
export function renderFailure(failure: unknown, log: (line: string) => void): Response {
  if (failure instanceof Problem) {
    const { code, message, retryAfter } = failure;
    const headers = {
      ...(code === "unauthorized" ? { "WWW-Authenticate": 'Bearer realm="copydesk"' } : {}),
      ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
    };
    return errorResponse(code, message, headers, true);
  }
  if (failure instanceof DataFolderError) {
    const { problem, message, cause } = failure;
    log(`${problem}: ${message}${cause instanceof Error ? ` (${cause.message})` : ""}`);
    return errorResponse(problem === "damaged" ? "damaged" : "unavailable", message, {}, true);
  }
  if (failure instanceof DatabaseServerError) {
    const { problem, message, cause } = failure;
    log(`${problem}: ${message}${cause instanceof Error ? ` (${cause.message})` : ""}`);
    return errorResponse("unavailable", message, { "Retry-After": retryAfter }, problem !== "outcome_unknown");
  }
  const number = createId();
  log(`Unexpected failure ${number}: ${failure instanceof Error ? failure.stack : String(failure)}`);
  return errorResponse("internal", `Something went wrong that was not foreseen; the log has it under ${number}.`);
}
