import { type ErrorCode, errors } from "../../contract/errors.ts";
import { Problem } from "../problem.ts";
import { DataFolderError } from "../store/database.ts";
import { createId } from "../store/ids.ts";

/** Messages repeat what the caller sent; more of it than this helps nobody. UTF-16 units. */
const longestMessage = 1000;

export function errorResponse(code: ErrorCode, message: string, headers: Record<string, string> = {}): Response {
  const { status } = errors[code];
  const shown = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
  return Response.json({ error: { code: status, message: shown } }, { status, headers });
}

/** The one place where a failure becomes an answer. What was not foreseen is logged and answered by its number alone. */
export function renderFailure(failure: unknown, log: (line: string) => void): Response {
  if (failure instanceof Problem) {
    const { code, message, retryAfter } = failure;
    return errorResponse(code, message, {
      ...(code === "unauthorized" ? { "WWW-Authenticate": 'Bearer realm="copydesk"' } : {}),
      ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
    });
  }
  if (failure instanceof DataFolderError) {
    log(`${failure.problem}: ${failure.message}`);
    return errorResponse("unavailable", `${failure.message} Nothing was changed.`);
  }
  const number = createId();
  log(`Unexpected failure ${number}: ${failure instanceof Error ? failure.stack : String(failure)}`);
  return errorResponse("internal", `Something went wrong that was not foreseen; the log has it under ${number}.`);
}
