import type { Effect, Method } from "../contract/effect.ts";
import list from "./generated/operations.json" with { type: "json" };

/** What a request and its answer need of an operation: no schema, so that a client carries none. */
export interface WireOperation {
  readonly group: string;
  readonly name: string;
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly effect: Effect;
  /** Names of query parameters. */
  readonly query?: readonly string[];
  /** Names of the body's fields. */
  readonly body?: readonly string[];
  /** What the body of a success is; "nothing" where none is due. */
  readonly returns: "object" | "array" | "any" | "nothing";
  /** A success tells whether something was deleted. */
  readonly removes?: true;
  /** The request may carry `If-Match`. */
  readonly precondition?: true;
  /** The body may carry members beyond the declared ones. */
  readonly openBody?: true;
  /** The request's body is the value of this field. */
  readonly bodyField?: string;
  /** Without any of the body's fields, no body is sent. */
  readonly optionalBody?: true;
}

/** What an error names an operation by. */
export type OperationName = Pick<WireOperation, "id" | "effect">;

/** Every operation in the order of the contract, as `npm run generate` derives them. */
export const wireOperations = list as object as readonly WireOperation[];

/** The names in an operation's path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}
