import { loadOperation, type OperationSummary, operationSummaries } from "../contract/load.ts";
import { type Reach, reachOf, type Sent } from "../contract/reach.ts";
import type { ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

type Client = ToolContext["client"];
type Call = (input: unknown, options?: unknown) => Promise<unknown>;
/** Why a call of an operation that goes so far may not be made; undefined when it may. */
export type Refuse = (operationId: string, reach: Reach) => string | undefined;

const summaryByCall = new Map(operationSummaries.map((summary) => [`${summary.group}.${summary.name}`, summary]));

/** A client that makes every call but those that are refused, whoever asks it to: a tool, a resource or a prompt. */
export function limitedClient(client: Client, refuse: Refuse): Client {
  return new Proxy({} as Client, {
    get(_target, group) {
      const calls: unknown = Reflect.get(client, group);
      if (typeof calls !== "object" || calls === null) return calls;
      return new Proxy(
        {},
        {
          get(_inner, name) {
            const call: unknown = Reflect.get(calls, name);
            const summary = summaryByCall.get(`${String(group)}.${String(name)}`);
            if (typeof call !== "function" || summary === undefined) return undefined;
            return async (input: unknown, options?: unknown) => {
              const refusal = refuse(summary.id, await reachOfCall(summary, input));
              if (refusal !== undefined) throw new ToolError(refusal);
              return (call as Call)(input, options);
            };
          },
        },
      );
    },
  });
}

/** What one call of an operation reaches. The schemas of its noun are loaded only where that depends on the arguments. */
export async function reachOfCall(summary: OperationSummary, input: unknown): Promise<Reach> {
  const { reaches } = summary;
  if (reaches.length === 1) return reaches[0];
  const { operation } = await loadOperation(summary);
  return reachOf(operation.reach, typeof input === "object" && input !== null ? (input as Sent) : {});
}
