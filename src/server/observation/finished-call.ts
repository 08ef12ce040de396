import type { RequestEvent } from "../../client/request-channel.ts";

/**
 * How a tool call ended: with an answer, with an answer that says what went wrong, with a question to a person, because
 * the host cancelled it, or with a failure that no tool foresaw.
 */
export type Outcome = "ok" | "error" | "asked" | "cancelled" | "failed";

/** A tool call that is over. */
export interface FinishedCall {
  /** A name that is known, or "unknown": whatever a host may send as a name goes nowhere. */
  readonly tool: string;
  readonly outcome: Outcome;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  readonly milliseconds: number;
  /** What the answer costs a model, as it is estimated for the budget. */
  readonly tokens: number;
  /** The request's id as the host gave it, on one line. */
  readonly request: string;
  /** What was sent to the service for it, in the order in which the answers came. */
  readonly upstream: readonly RequestEvent[];
}

/** Requests that repeated an earlier one. */
export const retriesOf = ({ upstream }: FinishedCall): number => upstream.filter(({ attempt }) => attempt > 1).length;
