import type { ContractEntry } from "../../contract/index.ts";
import { loadOperation, operationSummaries } from "../../contract/load.ts";
import { computeReach, listReaches, reaches } from "../../contract/reach.ts";
import { toToolName, toToolTitle } from "../operation-names.ts";
import type { Tool } from "../tool.ts";
import { argumentFields, resolveParameters } from "./arguments.ts";
import { callOperation, operationConsequence } from "./call.ts";

export interface OperationTool extends Tool {
  /** Id of the operation it calls. */
  readonly operation: string;
  /** What it does, in one sentence. */
  readonly summary: string;
}

/** The operation tool with a name, and the schemas of its operation's noun. */
export async function operationTool(name: string): Promise<OperationTool | undefined> {
  const summary = operationSummaries.find(({ id }) => toToolName(id) === name);
  return summary === undefined ? undefined : createOperationTool(await loadOperation(summary));
}

export function createOperationTool(entry: ContractEntry): OperationTool {
  const { operation } = entry;
  const { id, summary, description } = operation;
  return {
    name: toToolName(id),
    title: toToolTitle(id),
    description: description === undefined ? `${summary}.` : `${summary}. ${description}`,
    toolset: entry.area,
    operation: id,
    summary: `${summary}.`,
    uses: [operation],
    input: argumentFields(operation),
    plan: (input) => ({ operation: id, reach: computeReach(operation.reach, input) }),
    ...(listReaches(operation.reach).some((reach) => reaches[reach].asks) && {
      consequence: async (input, context) =>
        operationConsequence(entry, await resolveParameters(operation, input, context), context),
    }),
    run: (input, context) => callOperation(entry, input, context),
  };
}
