import type { ToolEntry } from "./registry.ts";

/** Which calls a person is asked about first. */
export type ConfirmPolicy = "never" | "destructive" | "writes";

/** The argument that carries a person's agreement where the host cannot ask. */
export const confirmationArgument = "confirmation";
export const confirmationMeaning = "Id from this call's preview";

/** The tools as they are listed when every change asks: all that change something take a confirmation. */
export function entriesUnder(policy: ConfirmPolicy, entries: readonly ToolEntry[]): readonly ToolEntry[] {
  if (policy !== "writes") return entries;
  return entries.map((entry) => {
    const { inputSchema } = entry.definition;
    if (entry.limit === "read" || Object.hasOwn(inputSchema.properties, confirmationArgument)) return entry;
    const confirmation = { type: "string", description: confirmationMeaning };
    const properties = { ...inputSchema.properties, [confirmationArgument]: confirmation };
    return { ...entry, definition: { ...entry.definition, inputSchema: { ...inputSchema, properties } } };
  });
}
