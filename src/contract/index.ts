import type { AnyOperation, OperationGroup } from "./operation.ts";
import { agentInstructions } from "./operations/agent-instructions.ts";
import { changeRequestContent } from "./operations/change-request-content.ts";
import { changeRequests } from "./operations/change-requests.ts";
import { files } from "./operations/files.ts";
import { organizations } from "./operations/organizations.ts";
import { pages } from "./operations/pages.ts";
import { revisions } from "./operations/revisions.ts";
import { search } from "./operations/search.ts";
import { spaces } from "./operations/spaces.ts";
import { users } from "./operations/users.ts";

/** Every operation of the documentation platform API, by noun. */
export const contract = {
  users,
  organizations,
  agentInstructions,
  spaces,
  search,
  revisions,
  pages,
  files,
  changeRequests,
  changeRequestContent,
};
export type Contract = typeof contract;

export interface ContractEntry {
  readonly group: keyof Contract;
  readonly name: string;
  readonly operation: AnyOperation;
}

/** The contract as a flat list, in the order it is declared. */
export function listOperations(): ContractEntry[] {
  return Object.entries(contract).flatMap(([group, operations]) =>
    Object.entries(operations as OperationGroup).map(([name, operation]) => ({
      group: group as keyof Contract,
      name,
      operation,
    })),
  );
}
