import { type OperationSummary, operationSummaries } from "../contract/load.ts";
import { includesLimit, isAsFar, type Reach, reaches } from "../contract/reach.ts";
import { plainId } from "./operation-names.ts";
import type { OperationLimits } from "./surface.ts";

const byId = new Map(operationSummaries.map((summary) => [summary.id, summary]));

/** Why a call of an operation that goes so far may not be made, and what to do instead; undefined when it may. */
export function refusalOf(id: string, reach: Reach, { limit, excluded }: OperationLimits): string | undefined {
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

/** An operation that is declared to stand in for another does so only with a call that goes as far. */
function reachesAsFar(reach: Reach, replaced: string): boolean {
  const least = byId.get(replaced)?.reaches[0];
  return least === undefined || isAsFar(reach, least);
}

/** Ids of the operations that are off because they can do what one that is excluded does, whatever they are given. */
export function standIns(
  excluded: ReadonlySet<string>,
): { readonly id: string; readonly of: string; readonly always: boolean }[] {
  if (excluded.size === 0) return [];
  return operationSummaries.flatMap((summary) => standInOf(summary, excluded));
}

function standInOf({ id, insteadOf = [], reaches: own }: OperationSummary, excluded: ReadonlySet<string>) {
  const of = insteadOf.find((other) => excluded.has(plainId(other)));
  return of === undefined || excluded.has(plainId(id))
    ? []
    : [{ id, of, always: own.every((reach) => reachesAsFar(reach, of)) }];
}
