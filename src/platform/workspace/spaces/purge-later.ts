import { restoreWindow } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";

/** Schedules the permanent removal of spaces just deleted, for when they can no longer be restored. */
export async function purgeLater(context: Context, spaces: readonly string[]): Promise<void> {
  const dueAt = new Date(Date.parse(context.now) + restoreWindow + 1).toISOString();
  for (const space of spaces) await context.enqueue({ kind: "purge", input: { space }, dueAt });
}
