/** Why the server of the database cannot be used. */
export type ServerProblem =
  /** It does not answer now; nothing was changed. */
  | "unreachable"
  /** The connection ended while a change was being stored: it may be stored or not. */
  | "outcome_unknown"
  /** Others kept their locks for too long; nothing was changed. */
  | "busy"
  | "disk_full"
  /** It does not let us in, or has no such database, or not the rights. */
  | "refused"
  | "unsupported"
  | "newer_version";

/** The server that holds the database cannot be used; the message names it without user or password. */
export class DatabaseServerError extends Error {
  override readonly name = "DatabaseServerError";
  readonly problem: ServerProblem;

  constructor(problem: ServerProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** Content that is missing from the store, or is not what its address was made from. */
export class DamagedContentError extends Error {
  override readonly name = "DamagedContentError";
}

/** A node that a root refers to is not in the store: the root is unknown, or its nodes were deleted too early. */
export class MissingNodeError extends Error {
  override readonly name = "MissingNodeError";
  readonly address: string;

  constructor(address: string) {
    super(`The ordered map has no node ${address}`);
    this.address = address;
  }
}
