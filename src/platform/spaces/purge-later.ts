import { restoreWindow } from "../access/scope.ts";
import type { Context } from "../kernel/context.ts";

/** Has spaces that were deleted just now removed for good once the time to restore them is over. */
export async function purgeLater(context: Context, spaces: readonly string[]): Promise<void> {
  const dueAt = new Date(Date.parse(context.now) + restoreWindow + 1).toISOString();
  for (const space of spaces) await context.enqueue({ kind: "purge", input: { space }, dueAt });
}
