import { closestName } from "../../contract/closest-name.ts";
import { type OperationSummary, operationSummaries } from "../../contract/load.ts";
import type { Effect } from "../../contract/operation.ts";
import { plainId, toToolName } from "../operation-names.ts";

/** Which generic tool calls an operation: they are split by risk, so that a host's approval is meaningful. */
export const toolByEffect: Readonly<Record<Effect, "read_operation" | "write_operation" | "delete_operation">> = {
  read: "read_operation",
  create: "write_operation",
  update: "write_operation",
  run: "write_operation",
  delete: "delete_operation",
};

/** An operation by its id, however it is spelled, or by its tool's name, which may be shorter. */
export function operationNamed(named: string): OperationSummary | undefined {
  const plain = plainId(named);
  return (
    operationSummaries.find(({ id }) => plainId(id) === plain) ??
    operationSummaries.find(({ id }) => plainId(toToolName(id)) === plain)
  );
}

/** The known id with the most similar spelling. */
export function closestOperationId(id: string): string | undefined {
  return closestName(
    id,
    operationSummaries.map((operation) => operation.id),
  );
}
