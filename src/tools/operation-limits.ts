import { loadOperation, type OperationSummary, operationSummaries } from "../contract/load.ts";
import { computeReach, includesLimit, isAsFar, type Reach, reaches, type Sent } from "../contract/reach.ts";
import { ToolError } from "../present/tool-error.ts";
import type { ToolContext } from "../resolve/context.ts";
import { plainId } from "./operation-names.ts";
import type { OperationLimits } from "./surface.ts";

const byId = new Map(operationSummaries.map((summary) => [summary.id, summary]));

/** Why a call with this reach is not allowed, and what to do instead; undefined if it is allowed. */
export function findRefusal(id: string, reach: Reach, { limit, excluded }: OperationLimits): string | undefined {
  if (excluded.has(plainId(id)))
    return `${id} was not called: that operation is switched off here (--exclude-tools). ${without}`;
  const replaced = byId.get(id)?.insteadOf?.find((other) => excluded.has(plainId(other)) && reachesAsFar(reach, other));
  if (replaced !== undefined) {
    return `${id} was not called: it can do what ${replaced} does, which is switched off here (--exclude-tools). ${without}`;
  }
  if (includesLimit(limit, reaches[reach].limit)) return undefined;
  const why = `${id} was not called: it ${reaches[reach].does}`;
  return limit === "read"
    ? `${why}, and this server is read-only here (--read-only). Say what you would have changed.`
    : `${why}, and this server only proposes here (--propose-only). Write in a change request or comment; a person does the rest.`;
}

const without = "Do the task without this part, or ask the person who runs the server.";

/** An operation declared as a substitute counts as one only for calls with the same reach. */
function reachesAsFar(reach: Reach, replaced: string): boolean {
  const minReach = byId.get(replaced)?.reaches[0];
  return minReach === undefined || isAsFar(reach, minReach);
}

/** Ids of the operations that are off because they can always do what an excluded one does. */
export function listSubstitutes(
  excluded: ReadonlySet<string>,
): { readonly id: string; readonly of: string; readonly always: boolean }[] {
  if (excluded.size === 0) return [];
  return operationSummaries.flatMap((summary) => findSubstitute(summary, excluded));
}

function findSubstitute({ id, insteadOf = [], reaches: own }: OperationSummary, excluded: ReadonlySet<string>) {
  const of = insteadOf.find((other) => excluded.has(plainId(other)));
  return of === undefined || excluded.has(plainId(id))
    ? []
    : [{ id, of, always: own.every((reach) => reachesAsFar(reach, of)) }];
}

type Client = ToolContext["client"];

type Call = (input: unknown, options?: unknown) => Promise<unknown>;

/** Why a call with this reach is not allowed; undefined if it is allowed. */
type Refuse = (operationId: string, reach: Reach) => string | undefined;

const summaryByCall = new Map(operationSummaries.map((summary) => [`${summary.group}.${summary.name}`, summary]));

/** A client that rejects forbidden calls, whether from a tool, a resource or a prompt. */
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

/** The reach of one call. The schemas of its noun are loaded only if the reach depends on the arguments. */
export async function reachOfCall(summary: OperationSummary, input: unknown): Promise<Reach> {
  const { reaches } = summary;
  if (reaches.length === 1) return reaches[0];
  const { operation } = await loadOperation(summary);
  return computeReach(operation.reach, typeof input === "object" && input !== null ? (input as Sent) : {});
}
