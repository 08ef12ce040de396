import { listOf, type Steps } from "./pointer.ts";

/** A `$ref` of a file. */
export interface Reference {
  readonly steps: Steps;
  readonly to: string;
}

/** Members whose values are data, not description. */
const data = new Set(["default", "enum", "const", "example", "value"]);
/** Members whose own members are names that somebody chose. */
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "schemas", "paths"]);

/** Every reference of a file. */
export function findReferences(root: unknown): Reference[] {
  const found: Reference[] = [];
  const queue: { value: unknown; steps: readonly string[]; names: boolean }[] = [
    { value: root, steps: [], names: false },
  ];
  for (const { value, steps, names } of queue) {
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const [index, item] of listOf(value).entries()) {
        if (typeof item === "object") queue.push({ value: item, steps: [...steps, String(index)], names: false });
      }
      continue;
    }
    for (const [name, member] of Object.entries(value)) {
      if (name === "$ref" && typeof member === "string" && !names) found.push({ steps, to: member });
      else if (typeof member === "object" && (names || !(data.has(name) || name.startsWith("x-")))) {
        queue.push({ value: member, steps: [...steps, name], names: !names && named.has(name) });
      }
    }
  }
  return found;
}
