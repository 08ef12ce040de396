import { Problem } from "../../../problem.ts";
import { DatabaseServerError } from "../../server-error.ts";

/** The SQLSTATE of a failure reported by the server. */
export const stateOf = (error: unknown): string | undefined =>
  error instanceof Error && "severity" in error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

/** Whether the connection is no longer usable: it broke, or the server is about to close it. */
export function endsConnection(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined ? error instanceof Error : /^(08|57P0[1-5])/.test(state);
}

/** Whether the transaction lost to a concurrent one and may be retried. */
export const isConflict = (error: unknown): boolean => /^(40001|40P01|55P03)$/.test(stateOf(error) ?? "");

/**
 * SQLSTATE codes for a server that is temporarily unavailable: starting, stopping, full, or a replica not yet promoted.
 */
const notNow = /^(08|57P0[1-5]|53300|53200|25006)/;

const refused = /^(28|3D000|42501)/;

const systemCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)$/;

/** The driver's messages for a connection that broke or timed out. */
const brokenWords =
  /Connection terminated|not queryable|timeout exceeded|timeout expired|connection error|server closed the connection|pool after calling end/i;

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Several addresses were tried.
  if (error instanceof AggregateError) return error.errors.some(isBroken);
  if ("code" in error && typeof error.code === "string" && systemCodes.test(error.code)) return true;
  return stateOf(error) === undefined && brokenWords.test(error.message);
}

/**
 * The error to give the caller; `place` names the server without secrets. Errors that are not the server's stay as they
 * are.
 */
export function explained(error: unknown, place: string): unknown {
  const state = stateOf(error);
  const because = { cause: error };
  if (isBroken(error) || (state !== undefined && notNow.test(state))) {
    return new DatabaseServerError(
      "unreachable",
      `The database at ${place} does not respond. Try again soon.`,
      because,
    );
  }
  if (state === undefined) return error;
  if (isConflict(error)) {
    return new DatabaseServerError(
      "busy",
      `Other processes kept changing the same data in the database at ${place}. Try again.`,
      because,
    );
  }
  if (state === "53100") {
    return new DatabaseServerError(
      "disk_full",
      `The disk of the database at ${place} is full. Free some space on it.`,
      because,
    );
  }
  if (refused.test(state)) {
    const message = error instanceof Error ? error.message : state;
    return new DatabaseServerError("refused", `The database at ${place} refuses: ${message}.`, because);
  }
  return error;
}

/** The connection ended during the commit. */
export const unknownOutcome = (place: string, cause: unknown) =>
  new DatabaseServerError(
    "outcome_unknown",
    `The connection to the database at ${place} ended while the change was being stored. Check whether it was stored before you send it again.`,
    { cause },
  );

/** PostgreSQL text cannot contain U+0000; other engines' text can. */
export const zeroCharacter = () =>
  new Problem("bad_request", "A text contains the character U+0000, which the database cannot store. Remove it.");
