import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import type { ObservedMethod } from "../observation/finished-call.ts";
import type { Observation } from "../observation/observation.ts";
import { tooLong } from "../response-limit.ts";

/** A host's request for a resource, a prompt or a completion. */
interface ObservedRequest {
  readonly method: Exclude<ObservedMethod, "tools/call">;
  /** From a fixed list: never what the host sent. */
  readonly name?: string | undefined;
}

/**
 * Answers a request other than a tool call and records the outcome. Failures become one sentence in a protocol
 * error; the cause of an unexpected failure goes only to the log.
 */
export type Responder = <Result extends object>(
  request: ObservedRequest,
  context: ServerContext,
  work: () => Promise<Result>,
  listTexts?: (result: Result) => readonly string[],
) => Promise<Result>;

interface ResponderOptions {
  readonly observation: Pick<Observation, "observe"> | undefined;
  readonly answerTokens: number;
  readonly log: Log;
}

/** An unexpected failure, as reported to the host. */
class UnexpectedError extends ProtocolError {}

export function createResponder({ observation, answerTokens, log }: ResponderOptions): Responder {
  return (request, context, work, listTexts = () => []) => {
    const requireWithinLimit = async <Result extends object>(result: Result): Promise<Result> => {
      const problem = await tooLong([JSON.stringify(result)], answerTokens, "done");
      if (problem !== undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, problem);
      return result;
    };
    const run = () =>
      work()
        .then(requireWithinLimit)
        .catch((error: unknown) => throwProtocolError(error, request, context, log));
    if (observation === undefined) return run();
    const facts = { ...request, ...callFacts(context) };
    return observation.observe(facts, run, (result) => ({ outcome: "ok", texts: listTexts(result) }), isExpected);
  };
}

/** The newer protocol has the caller's span in the message, which is closer to the call than the header. */
export const callFacts = ({ mcpReq, http }: ServerContext) => ({
  id: mcpReq.id,
  signal: mcpReq.signal,
  traceParent: mcpReq._meta?.traceparent ?? http?.req?.headers.get("traceparent"),
});

const isExpected = (error: unknown) => error instanceof ProtocolError && !(error instanceof UnexpectedError);

async function throwProtocolError(
  error: unknown,
  { method }: ObservedRequest,
  context: ServerContext,
  log: Log,
): Promise<never> {
  if (context.mcpReq.signal.aborted || error instanceof ProtocolError) throw error;
  const { explainError, isExplained } = await import("../../present/explain-error.ts");
  const message = explainError(error, (details) => log("error", `${method}: ${details}`));
  const code = ProtocolErrorCode.InternalError;
  throw isExplained(error) ? new ProtocolError(code, message) : new UnexpectedError(code, message);
}
