import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Kinds of schema that are said in a word where they stand; naming them would only send the reader elsewhere. */
const plain = new Set(["string", "number", "int", "boolean", "literal", "unknown"]);

/** Every schema that a model file of the contract exports, with its name. Throws when two have the same one. */
export async function contractModels(): Promise<Map<z.ZodType, string>> {
  const folder = new URL("../../src/contract/models/", import.meta.url);
  const names = new Map<z.ZodType, string>();
  for (const file of (await readdir(fileURLToPath(folder))).sort()) {
    const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (!(value instanceof z.ZodType) || plain.has(value.type) || names.has(value)) continue;
      if ([...names.values()].includes(name)) throw new Error(`Two models are named ${name}; one is in ${file}.`);
      names.set(value, name);
    }
  }
  return names;
}
