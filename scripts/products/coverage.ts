import { type ContractEntry, listOperations } from "../../src/contract/index.ts";
import { findHandler } from "../../src/platform/registry.ts";
import { type Coverage, coveragePage } from "../../src/reference/coverage-page.ts";
import { catalog } from "../../src/tools/catalog.ts";
import { toToolName } from "../../src/tools/operation-names.ts";
import { toolByEffect } from "../../src/tools/operations/lookup.ts";
import type { Tool } from "../../src/tools/tool.ts";

/** Tools that reach every operation, which need not be named with each. */
const callers: ReadonlySet<string> = new Set(Object.values(toolByEffect));

/** The page that says where each operation can be reached. */
export async function coverage(): Promise<string> {
  const handMade = await Promise.all(Object.values(catalog).map((load): Promise<Tool> => load()));
  return coveragePage(listOperations().map((entry) => coverageOf(entry, handMade)));
}

function coverageOf(entry: ContractEntry, handMade: readonly Tool[]): Coverage {
  const { id } = entry.operation;
  const usedBy = handMade.filter(
    ({ name, uses }) => !callers.has(name) && uses.some((operation) => operation.id === id),
  );
  return {
    entry,
    tool: toToolName(id),
    usedBy: usedBy.map(({ name }) => name),
    embedded: findHandler(entry) !== undefined,
  };
}
