/** Why the database server cannot be used. */
export type ServerProblem =
  /** It does not respond or only reads; nothing was changed. */
  | "unreachable"
  /** The connection ended while a change was being stored, so it may or may not have been stored. */
  | "outcome_unknown"
  /** Other work held its locks or connections for too long; nothing was changed. */
  | "busy"
  | "disk_full"
  /** It refuses the connection or cannot be trusted, or the database or a permission is missing. */
  | "refused"
  | "unsupported"
  | "newer_version";

/** The database server cannot be used. The message names it without user or password. */
export class DatabaseServerError extends Error {
  override readonly name = "DatabaseServerError";
  readonly problem: ServerProblem;

  constructor(problem: ServerProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** Content that is missing from the store or does not match its address. */
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
