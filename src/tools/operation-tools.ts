import type { ContractEntry } from "../contract/index.ts";
import { callOperation } from "./operation-call.ts";
import { operationEntries } from "./operation-index.ts";
import { titleOf, toolNameOf } from "./operation-names.ts";
import { argumentFields } from "./operation-signature.ts";
import type { Tool } from "./tool.ts";

export interface OperationTool extends Tool {
  /** Id of the operation it calls. */
  readonly operation: string;
  /** What it does, in one sentence. */
  readonly summary: string;
}

/** One tool for each operation, in the order of the contract. */
export function operationTools(): OperationTool[] {
  return operationEntries().map(operationToolOf);
}

/** The operation tool of a name. */
export function operationTool(name: string): OperationTool | undefined {
  const entry = operationEntries().find(({ operation }) => toolNameOf(operation.id) === name);
  return entry === undefined ? undefined : operationToolOf(entry);
}

function operationToolOf(entry: ContractEntry): OperationTool {
  const { operation } = entry;
  const { id, summary, description } = operation;
  return {
    name: toolNameOf(id),
    title: titleOf(id),
    description: description === undefined ? `${summary}.` : `${summary}. ${description}`,
    toolset: entry.area,
    operation: id,
    summary: `${summary}.`,
    uses: [operation],
    input: argumentFields(operation),
    run: (input, context) => callOperation(entry, input, context),
  };
}
