import { Problem } from "../../../problem.ts";
import { DatabaseServerError, type ServerProblem } from "../../server-error.ts";

/** The SQLSTATE of a failure reported by the server. */
export const findSqlState = (error: unknown): string | undefined =>
  error instanceof Error && "severity" in error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

/** States of a server that is starting or stopping, or that ended the connection, idle for too long in a transaction. */
const lostConnection = /^(08|57P0[1-5]|25P03)/;

/** Whether the connection is no longer usable: it broke, or the server is about to close it. */
export function endsConnection(error: unknown): boolean {
  const state = findSqlState(error);
  return state === undefined ? error instanceof Error : lostConnection.test(state);
}

/** Whether the transaction lost to a concurrent one and may be retried. */
export const isConflict = (error: unknown): boolean => /^(40001|40P01)$/.test(findSqlState(error) ?? "");

/** Whether a lock was held by others for longer than `lock_timeout`. */
export const isLocked = (error: unknown): boolean => findSqlState(error) === "55P03";

/**
 * Whether a prepared statement returns other columns than when it was prepared: a process of a later release has added
 * one. The message depends on the server's language.
 */
export const isOutdated = (error: unknown): boolean =>
  findSqlState(error) === "0A000" && (error as { readonly routine?: string }).routine === "RevalidateCachedQuery";

/** Whether something of the same name exists already. */
export const isTaken = (error: unknown): boolean => /^42(P07|710)$/.test(findSqlState(error) ?? "");

const systemCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)$/;

/** The driver's messages for a connection that broke or timed out. */
const brokenWords =
  /Connection terminated|not queryable|timeout expired|Query read timeout|connection error|server closed the connection|pool after calling end/i;

/** The driver's message when all connections of the pool remained in use. */
const allInUse = /timeout exceeded when trying to connect/;

const getErrorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** The file of a certificate or key. */
const opensFile = (error: Error): boolean => "syscall" in error && error.syscall === "open";

/** Whether the connection failed or ended, or the server cannot be reached. */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Several addresses were tried.
  if (error instanceof AggregateError) return error.errors.some(isBroken);
  if (opensFile(error)) return false;
  return (
    systemCodes.test(getErrorCode(error)) || (findSqlState(error) === undefined && brokenWords.test(error.message))
  );
}

/** What is known of a server that does not respond, beyond that it may do so soon. */
const whereabouts: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such host",
  ENOENT: "there is no such socket",
  EACCES: "its socket may not be opened",
};

/**
 * The error to give the caller; `location` names the server without secrets. Errors that are not the server's stay as they
 * are.
 */
export function explained(error: unknown, location: string): unknown {
  const [problem, message] = explanation(error, location) ?? [];
  return problem === undefined ? error : new DatabaseServerError(problem, message ?? "", { cause: error });
}

type Explanation = readonly [ServerProblem, string];

/** By SQLSTATE: `message` is the server's message, in the language it is set to. */
const explanations: Readonly<Record<string, (location: string, message: string) => Explanation>> = {
  "25006": (location) => [
    "unreachable",
    `The database at ${location} is read-only, as a standby is. Name the primary server in its URL.`,
  ],
  "26000": behindPooler,
  "42P05": behindPooler,
  "40001": changedByOthers,
  "40P01": changedByOthers,
  "53100": (location) => ["disk_full", `The disk of the database at ${location} is full. Free some space on it.`],
  "53200": doesNotRespond,
  "53300": (location, message) => [
    "unreachable",
    `The database at ${location} has no connection left: ${message}. Allow more, or run fewer processes: each opens up to 10.`,
  ],
  "55P03": (location) => [
    "busy",
    `Other processes kept their locks in the database at ${location} for too long. Try again.`,
  ],
  "57014": (location, message) => [
    "busy",
    `The database at ${location} stopped a statement: ${message}. Try again, or set a longer statement_timeout.`,
  ],
  "55000": (location, message) => ["unreachable", `The database at ${location} refuses: ${message}. Try again soon.`],
  "3D000": refusal("Create it with the encoding UTF8, or name another."),
  "3F000": refusal("Set a search_path that begins with a schema that exists."),
  "42501": refusal("Grant Copydesk's user the right to create and use tables there."),
};

function explanation(error: unknown, location: string): Explanation | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isBroken(error)) return doesNotRespond(location, "", whereabouts[getErrorCode(error)]);
  const state = findSqlState(error);
  if (state === undefined) return ofConnecting(error, location);
  const known = explanations[state];
  if (known !== undefined) return known(location, error.message);
  if (lostConnection.test(state)) return doesNotRespond(location);
  if (state.startsWith("28")) {
    return refusal("Check the user, the password and whether it requires sslmode.")(location, error.message);
  }
  return undefined;
}

function doesNotRespond(location: string, _message = "", known?: string): Explanation {
  return ["unreachable", `The database at ${location} does not respond${known ? `: ${known}` : ""}. Try again soon.`];
}

function changedByOthers(location: string): Explanation {
  return ["busy", `Other processes kept changing the same data in the database at ${location}. Try again.`];
}

/** A connection did not keep its prepared statements, or had those of another. */
function behindPooler(location: string, message: string): Explanation {
  return [
    "unsupported",
    `The database at ${location} is behind a pooler that shares connections between transactions: ${message}. Use its session mode, or connect directly.`,
  ];
}

function refusal(whatToDo: string) {
  return (location: string, message: string): Explanation => [
    "refused",
    `The database at ${location} refuses: ${message}. ${whatToDo}`,
  ];
}

const ofTls =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

/** Failures that the driver notices before the server has accepted a user. */
function ofConnecting(error: Error, location: string): Explanation | undefined {
  const message = error.message;
  if (allInUse.test(message)) {
    return [
      "busy",
      `All connections of this process to the database at ${location} were in use for a minute. Try again.`,
    ];
  }
  if (opensFile(error)) {
    return ["refused", `A file that the URL of the database at ${location} names cannot be read: ${message}.`];
  }
  if (/does not support SSL/.test(message)) {
    return [
      "refused",
      `The database at ${location} does not offer TLS. Leave sslmode out of its URL, or set up TLS there.`,
    ];
  }
  if (ofTls.test(getErrorCode(error))) {
    return [
      "refused",
      `The certificate of the database at ${location} is not accepted: ${message}. Name the file of its authority's certificate with sslrootcert, or check nothing with sslmode=no-verify.`,
    ];
  }
  if (/client password must be/.test(message)) {
    return ["refused", `The database at ${location} requires a password, and its URL has none.`];
  }
  if (message.startsWith("SASL")) return ["refused", `The database at ${location} refuses: ${message}.`];
  return undefined;
}

/** The database holds what another program made. */
export const notEmpty = (location: string, cause: unknown) =>
  new DatabaseServerError(
    "unsupported",
    `The database at ${location} is not empty: ${cause instanceof Error ? cause.message : String(cause)}. Name an empty one.`,
    { cause },
  );

/** The process's user may use the tables, and may not change them. */
export const mayNotMigrate = (location: string, steps: readonly string[], cause: unknown) =>
  new DatabaseServerError(
    "refused",
    `The database at ${location} lacks the schema steps of this release (${steps.join(", ")}), and its user may not run them: ${cause instanceof Error ? cause.message : String(cause)}. Run "copydesk migrate" with the URL of a user who owns the tables, then start again.`,
    { cause },
  );

/** The connection ended during the commit. */
export const unknownOutcome = (location: string, cause: unknown) =>
  new DatabaseServerError(
    "outcome_unknown",
    `The connection to the database at ${location} ended while the change was being stored. Check whether it was stored before you send it again.`,
    { cause },
  );

/** PostgreSQL text cannot contain U+0000; other engines' text can. */
export const zeroCharacter = () =>
  new Problem("bad_request", "A text contains the character U+0000, which the database cannot store. Remove it.");
