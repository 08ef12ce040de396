import { z } from "zod";
import { type ParsedArguments, parseArguments } from "./arguments.ts";
import type { Tool } from "./tool.ts";

const schemas = new WeakMap<Tool["input"], z.ZodObject>();

/** Checks a tool's arguments. Its schema is built on its first call. */
export function parseToolArguments(tool: Tool, given: unknown): ParsedArguments {
  const known = schemas.get(tool.input);
  const schema = known ?? z.strictObject(tool.input);
  if (known === undefined) schemas.set(tool.input, schema);
  return parseArguments(schema, given);
}
