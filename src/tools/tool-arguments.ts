import { z } from "zod";
import { type ParsedArguments, parseArguments } from "./arguments.ts";
import { confirmationArgument } from "./confirmable-entries.ts";
import type { Tool } from "./tool.ts";

const schemas = new WeakMap<Tool["input"], z.ZodObject>();

/** Checks a tool's arguments. Its schema is built on its first call. */
export function parseToolArguments(tool: Tool, given: unknown): ParsedArguments {
  const known = schemas.get(tool.input);
  const schema = known ?? z.strictObject(tool.input);
  if (known === undefined) schemas.set(tool.input, schema);
  return parseArguments(schema, given);
}

/** The arguments of a call, checked, and the person's agreement it brings along, which is no argument of the tool itself. */
export function parseToolCall(
  tool: Tool,
  given: unknown,
): { readonly checked: ParsedArguments; readonly confirmation: string | undefined } {
  if (typeof given !== "object" || given === null || Object.hasOwn(tool.input, confirmationArgument)) {
    return { checked: parseToolArguments(tool, given), confirmation: undefined };
  }
  const { [confirmationArgument]: id, ...own } = given as Readonly<Record<string, unknown>>;
  return { checked: parseToolArguments(tool, own), confirmation: typeof id === "string" ? id : undefined };
}
