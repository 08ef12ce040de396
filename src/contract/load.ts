import { loaders } from "../../generated/contract/loaders.ts";
import index from "../../generated/contract/operations.json" with { type: "json" };
import type { Area } from "./areas.ts";
import type { Contract, ContractEntry } from "./index.ts";
import type { Effect, Method, OperationGroup } from "./operation.ts";
import type { Reach } from "./reach.ts";

/** What is known about an operation without loading its schemas. */
export interface OperationSummary {
  readonly id: string;
  readonly area: Area;
  readonly group: keyof Contract;
  readonly name: string;
  readonly effect: Effect;
  /** Every reach it can have, from the least to the most. */
  readonly reaches: readonly [Reach, ...Reach[]];
  /** Ids of operations whose work it can do in another way. */
  readonly insteadOf?: readonly string[];
  readonly method: Method;
  readonly path: string;
}

/** Every operation in contract order, as written by `npm run generate`. */
export const operationSummaries = index as object as readonly OperationSummary[];

/** Building all schemas takes longer than starting a server, so each noun is loaded on first use. */
const groupLoaders: { readonly [Group in keyof Contract]: () => Promise<Contract[Group]> } = loaders;

const loaded = new Map<keyof Contract, Promise<OperationGroup>>();

/** A group's operations. Importing a module that is loaded still costs a lookup, so its promise is kept. */
function loadGroup(group: keyof Contract): Promise<OperationGroup> {
  const known = loaded.get(group);
  if (known !== undefined) return known;
  const loading: Promise<OperationGroup> = groupLoaders[group]();
  loaded.set(group, loading);
  return loading;
}

/** One operation of the contract with its schemas. */
export async function loadOperation({ area, group, name }: OperationSummary): Promise<ContractEntry> {
  const operations = await loadGroup(group);
  const operation = operations[name];
  if (operation === undefined) throw new Error(`There is no operation ${group}.${name}; run \`npm run generate\``);
  return { area, group, name, operation };
}
