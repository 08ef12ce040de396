import { TrieRouter } from "hono/router/trie-router";
import { type OperationSummary, operationSummaries } from "../../contract/load.ts";
import { holdsSlashes, type Method } from "../../contract/operation.ts";
import { Problem } from "../kernel/problem.ts";
import { nearestOperations } from "./nearest-operations.ts";

/** The operation that a request refers to, and its path parameters. */
export interface Route {
  readonly summary: OperationSummary;
  readonly params: Readonly<Record<string, string>>;
}

/** The path exists, but for other methods. */
export class MethodProblem extends Problem {
  readonly allowed: readonly Method[];

  constructor(method: string, allowed: readonly Method[]) {
    super("method_not_allowed", `This path does not accept ${method}; it accepts ${allowed.join(", ")}.`);
    this.allowed = allowed;
  }
}

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const byId = new Map(operationSummaries.map((summary) => [summary.id, summary]));

/** Finds operations by method and path, and by id. */
export class ContractRouter {
  readonly #routes = new TrieRouter<OperationSummary>();

  constructor() {
    for (const summary of operationSummaries) {
      const path = `/v1${summary.path.replace(/\{(\w+)\}/g, (_, name) => (holdsSlashes(name) ? `:${name}{.+}` : `:${name}`))}`;
      this.#routes.add(summary.method, withoutFinalSlash(path), summary);
    }
  }

  /** Throws `not_found` for an unknown id. */
  findById(id: string, params: Readonly<Record<string, string>>): Route {
    const summary = byId.get(id);
    if (summary === undefined) throw new Problem("not_found", `There is no operation "${id.slice(0, 80)}".`);
    return { summary, params };
  }

  /** Throws `not_found` for an unknown path, and `MethodProblem` for a known one with another method. */
  find(method: string, path: string): Route {
    const route = this.#match(method, path);
    if (route !== undefined) return route;
    const allowed = methods.filter((other) => this.#match(other, path) !== undefined);
    if (allowed.length > 0) throw new MethodProblem(method.slice(0, 20), allowed);
    const nearest = nearestOperations(method, path).map(({ id, method, path }) => `${id} (${method} /v1${path})`);
    const named = nearest.length === 0 ? "" : ` The nearest: ${nearest.join(", ")}.`;
    throw new Problem("not_found", `This API has no such path.${named} ${whereReferenceIs}`);
  }

  #match(method: string, path: string): Route | undefined {
    const [matches] = this.#routes.match(method, withoutFinalSlash(path));
    // A fixed segment is more specific than a parameter.
    const [best] = [...matches].sort(([, left], [, right]) => Object.keys(left).length - Object.keys(right).length);
    if (best === undefined) return undefined;
    const [summary, params] = best as [OperationSummary, Record<string, string>];
    return { summary, params: decodeAll(params) };
  }
}

const whereReferenceIs =
  'The section "API" of the manual lists every path; in the package, that is docs/reference and openapi.json.';

const withoutFinalSlash = (path: string) => path.replace(/\/$/, "");

function decodeAll(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decoded(name, value)]));
}

function decoded(name: string, value: string): string {
  let text: string;
  try {
    text = decodeURIComponent(value);
  } catch {
    throw new Problem("bad_request", `${name}: "${value.slice(0, 80)}" is not a percent-encoded path segment.`);
  }
  if (holdsSlashes(name) && text.split("/").some((part) => part === "." || part === "..")) {
    throw new Problem("bad_request", `${name}: must not have "." or ".." as a part. Write the path from the root.`);
  }
  return text;
}
