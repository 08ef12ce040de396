import { listOperations } from "../../src/contract/index.ts";
import type { OperationSummary } from "../../src/contract/load.ts";
import { listReaches } from "../../src/contract/reach.ts";

/** The file that lets a request be routed, and a client be made, without loading a schema: one operation a line. */
export async function operationSummaries(): Promise<string> {
  const summaries = listOperations().map(({ area, group, name, operation }): OperationSummary => {
    const { id, effect, reach, insteadOf, method, path } = operation;
    const reaches = listReaches(reach);
    const other = insteadOf.length === 0 ? {} : { insteadOf };
    return { id, area, group, name, effect, reaches, ...other, method, path };
  });
  return `[\n${summaries.map((summary) => JSON.stringify(summary)).join(",\n")}\n]\n`;
}
