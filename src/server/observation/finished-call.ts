import type { RequestEvent } from "../../client/request-channel.ts";

/**
 * How a request ended: with an answer, with an answer that says what went wrong, with a question to a person, because
 * the host cancelled it, or with a failure that nobody foresaw.
 */
export type Outcome = "ok" | "error" | "asked" | "cancelled" | "failed";

/** The requests of a host that are recorded. */
export type ObservedMethod = "tools/call" | "resources/list" | "resources/read" | "prompts/get" | "completion/complete";

/** A host's request that is over. */
export interface FinishedCall {
  readonly method: ObservedMethod;
  /**
   * The tool, the family of the resource or the prompt. A name that is known, or "unknown": whatever a host may send as
   * a name goes nowhere. Undefined where the method says it all.
   */
  readonly name: string | undefined;
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

/** Who asked the service: the tool, or the method of what was no tool. */
export const askerOf = ({ method, name }: FinishedCall): string =>
  method === "tools/call" ? (name ?? "unknown") : method;
