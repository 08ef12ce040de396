import type { WireOperation } from "../../src/client/operation.ts";
import { type ContractEntry, listOperations } from "../../src/contract/index.ts";

/** The file the client makes its calls from, one operation a line. */
export async function clientOperations(): Promise<string> {
  return `[\n${listOperations()
    .map((entry) => JSON.stringify(wireOperationOf(entry)))
    .join(",\n")}\n]\n`;
}

export function wireOperationOf({ group, name, operation }: Omit<ContractEntry, "area">): WireOperation {
  const { id, method, path, effect, query, body, bodyField } = operation;
  return {
    group,
    name,
    id,
    method,
    path,
    effect,
    ...(Object.keys(query).length > 0 && { query: Object.keys(query) }),
    ...(Object.keys(body).length > 0 && { body: Object.keys(body) }),
    returns: operation.returns === null ? "nothing" : (shapeOf(operation.returns) ?? "any"),
    ...(operation.success === "removed" && { removes: true }),
    ...(operation.precondition && { precondition: true }),
    ...(operation.openBody && { openBody: true }),
    ...(bodyField !== undefined && { bodyField }),
    ...(operation.optionalBody && { optionalBody: true }),
  };
}

/** Whether a schema takes objects or arrays alone; undefined when it takes both or something else. */
function shapeOf(schema: unknown): "object" | "array" | undefined {
  const { type, options } = (schema as { def?: { type?: string; options?: readonly unknown[] } }).def ?? {};
  if (type === "object" || type === "record") return "object";
  if (type === "array") return "array";
  if (type !== "union" || options === undefined) return undefined;
  const shapes = new Set(options.map(shapeOf));
  return shapes.size === 1 ? [...shapes][0] : undefined;
}
