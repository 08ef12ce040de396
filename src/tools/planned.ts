import { furthest, type Reach, reachesOf } from "../contract/reach.ts";
import type { Planned, Tool } from "./tool.ts";

/** The furthest that any call of a tool goes. */
export const furthestOf = ({ uses }: Pick<Tool, "uses">): Reach =>
  furthest(uses.flatMap(({ reach }) => reachesOf(reach)));

/** What a call with these arguments, which are checked, is about to do. */
export async function plannedCall(tool: Tool, input: Parameters<Tool["run"]>[0]): Promise<Planned> {
  return (await tool.plan?.(input)) ?? { reach: furthestOf(tool) };
}
