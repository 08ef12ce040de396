import { errorResponse } from "../platform/http/render.ts";
import { jsonRpcError } from "../server/transports/http-guards.ts";
import { endedByFault } from "../server/uncaught.ts";

type Answer = (request: Request) => Promise<Response>;

/** Requests that are answered by one cause or the other. */
export interface LastAnswers {
  readonly fetch: Answer;
  /** Answers what is under way, and what still comes, with an error. */
  fail(): void;
}

export function lastAnswers(answer: Answer): LastAnswers {
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  return {
    fetch: (request) => Promise.race([failed.then(() => failureOf(request)), answer(request)]),
    fail,
  };
}

const failureOf = (request: Request) =>
  new URL(request.url).pathname === "/mcp"
    ? jsonRpcError(500, -32603, endedByFault)
    : errorResponse("internal", endedByFault);
