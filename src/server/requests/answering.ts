import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import { tooLong } from "../largest-answer.ts";
import type { Log } from "../log.ts";
import type { ObservedMethod } from "../observation/finished-call.ts";
import type { Observation } from "../observation/observation.ts";

/** A host's request for a resource, a prompt or a completion. */
interface Asked {
  readonly method: Exclude<ObservedMethod, "tools/call">;
  /** From a fixed list: never what the host sent. */
  readonly name?: string | undefined;
}

/**
 * Answers a request other than a tool call and records the outcome. Failures become one sentence in a protocol
 * error; the cause of an unexpected failure goes only to the log.
 */
export type Answering = <Answer extends object>(
  asked: Asked,
  context: ServerContext,
  work: () => Promise<Answer>,
  textsOf?: (answer: Answer) => readonly string[],
) => Promise<Answer>;

interface AnsweringOptions {
  readonly observation: Pick<Observation, "observe"> | undefined;
  readonly answerTokens: number;
  readonly log: Log;
}

/** An unexpected failure, as reported to the host. */
class Unforeseen extends ProtocolError {}

export function createAnswering({ observation, answerTokens, log }: AnsweringOptions): Answering {
  return (asked, context, work, textsOf = () => []) => {
    const within = async <Answer extends object>(answer: Answer): Promise<Answer> => {
      const problem = await tooLong([JSON.stringify(answer)], answerTokens, "done");
      if (problem !== undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, problem);
      return answer;
    };
    const told = () =>
      work()
        .then(within)
        .catch((error: unknown) => tell(error, asked, context, log));
    if (observation === undefined) return told();
    const facts = { ...asked, ...callFacts(context) };
    return observation.observe(facts, told, (answer) => ({ outcome: "ok", texts: textsOf(answer) }), isForeseen);
  };
}

/** The newer protocol has the caller's span in the message, which is closer to the call than the header. */
export const callFacts = ({ mcpReq, http }: ServerContext) => ({
  id: mcpReq.id,
  signal: mcpReq.signal,
  traceParent: mcpReq._meta?.traceparent ?? http?.req?.headers.get("traceparent"),
});

const isForeseen = (error: unknown) => error instanceof ProtocolError && !(error instanceof Unforeseen);

async function tell(error: unknown, { method }: Asked, context: ServerContext, log: Log): Promise<never> {
  if (context.mcpReq.signal.aborted || error instanceof ProtocolError) throw error;
  const { explainError, isExplained } = await import("../../desk/explain-error.ts");
  const message = explainError(error, (details) => log("error", `${method}: ${details}`));
  const code = ProtocolErrorCode.InternalError;
  throw isExplained(error) ? new ProtocolError(code, message) : new Unforeseen(code, message);
}
