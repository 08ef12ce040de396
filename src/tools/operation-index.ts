import { closestName } from "../client/closest-name.ts";
import { type ContractEntry, listOperations } from "../contract/index.ts";
import type { Effect } from "../contract/operation.ts";
import { plainId } from "./operation-names.ts";

/** Which of the long tail's tools calls an operation: split by risk, so that a host's approval means something. */
export const callerOf: Readonly<Record<Effect, "read_operation" | "write_operation" | "delete_operation">> = {
  read: "read_operation",
  create: "write_operation",
  update: "write_operation",
  run: "write_operation",
  delete: "delete_operation",
};

let entries: readonly ContractEntry[] | undefined;

export function operationEntries(): readonly ContractEntry[] {
  entries ??= listOperations();
  return entries;
}

/** An operation by its id; `get_space_by_id` is taken for `getSpaceById`. */
export function operationNamed(id: string): ContractEntry | undefined {
  const plain = plainId(id);
  return operationEntries().find(({ operation }) => plainId(operation.id) === plain);
}

/** The id most like a wrong one in spelling. */
export function closestOperationId(id: string): string | undefined {
  return closestName(
    id,
    operationEntries().map(({ operation }) => operation.id),
  );
}
