import type { Client } from "../request-scope.ts";

/** Who sent a request, and as whom its calls are made. */
export interface Caller {
  readonly client: Client;
  /** Stays the same for one caller; a session is served to the caller that opened it alone. */
  readonly principal?: string;
  /** How long its rights last; absent where nothing ends them. */
  readonly lasts?: Lasting;
  /** The answer to a message, or an array of them, that the caller may not send; undefined for what it may. */
  readonly refuse?: (message: unknown) => Response | undefined | Promise<Response | undefined>;
}

/** What ends a caller's rights. */
export interface Lasting {
  /** Milliseconds since 1970. */
  readonly until?: number;
  /** Whether nobody has taken them away meanwhile. */
  still?(): Promise<boolean>;
}

/** Answers the caller of a request, or the response that turns it away. */
export type Authorize = (request: Request) => Promise<Caller | Response>;

/** A token that its verifier knows to be no good, and why, in words that hold nothing of it. */
export class TokenRefusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Answers the caller of a token; a refusal, or the response that turns the request away, for a token of its own kind;
 * undefined for a token that another verifier may know.
 */
export type TokenVerifier = (token: string) => Promise<Caller | TokenRefusal | Response | undefined>;
