import list from "../../generated/client/operations.json" with { type: "json" };
import type { Effect, Method } from "../contract/effect.ts";

/** What requests and responses need of an operation, without schemas, so that a client needs none. */
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
  /** The body of a success; "nothing" if there is none. */
  readonly returns: "object" | "array" | "any" | "nothing";
  /** A success says whether something was deleted. */
  readonly removes?: true;
  /** The request can have `If-Match`. */
  readonly precondition?: true;
  /** The body can have undeclared members. */
  readonly openBody?: true;
  /** The request's body is the value of this field. */
  readonly bodyField?: string;
  /** Without any of the body's fields, no body is sent. */
  readonly optionalBody?: true;
}

/** How errors name an operation. */
export type OperationName = Pick<WireOperation, "id" | "effect">;

/** Every operation in contract order, as written by `npm run generate`. */
export const wireOperations = list as object as readonly WireOperation[];

/** The names in an operation's path. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
