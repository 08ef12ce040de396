import { randomBytes } from "node:crypto";
import { ApiError, ClientError } from "../client/errors.ts";
import { FailureAfterWrite, ToolError } from "./tool-error.ts";

/**
 * What to tell an agent about a failure. An unexpected failure is reported only by an id; `record` gets the id with
 * the stack, for the people who run the server.
 */
export function explainError(error: unknown, record: (details: string) => void): string {
  if (error instanceof ApiError) return `${error.message}${nextStep(error)}`;
  if (error instanceof ClientError || error instanceof ToolError) return error.message;
  const id = randomBytes(4).toString("hex");
  record(`[${id}] ${formatStack(error)}`);
  if (error instanceof FailureAfterWrite) {
    return `Something failed inside Copydesk (error ${id}) after the service carried out ${error.operations.join(" and ")}. Do not call again before you have read what that changed; tell the person the error id, with which the log has the details.`;
  }
  return `Something failed inside Copydesk (error ${id}); its log has the details. The arguments are probably fine: try once more, then tell the person the error id.`;
}

/** Whether the error's message is meant for the agent. */
export const isExplained = (error: unknown): boolean => error instanceof ClientError || error instanceof ToolError;

/** The tools that help after an error of the service. */
function nextStep(error: ApiError): string {
  switch (error.code) {
    case "not_found":
      return " search_docs, list_spaces and list_pages give ids that exist.";
    case "precondition_failed":
      return " read_page gives the newest content and its revision.";
    default:
      return "";
  }
}

function formatStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\nCaused by: ${formatStack(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
