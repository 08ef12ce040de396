import { closestName } from "../client/closest-name.ts";
import { type ContractEntry, listOperations } from "../contract/index.ts";
import type { Effect } from "../contract/operation.ts";
import { plainId, toolNameOf } from "./operation-names.ts";

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

/** An operation by its id, however it is spelled, or by its tool's name, which may be shorter. */
export function operationNamed(named: string): ContractEntry | undefined {
  const plain = plainId(named);
  const all = operationEntries();
  return (
    all.find(({ operation }) => plainId(operation.id) === plain) ??
    all.find(({ operation }) => plainId(toolNameOf(operation.id)) === plain)
  );
}

/** The id most like a wrong one in spelling. */
export function closestOperationId(id: string): string | undefined {
  return closestName(
    id,
    operationEntries().map(({ operation }) => operation.id),
  );
}
