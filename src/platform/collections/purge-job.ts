import { isGone, restoreWindow } from "../access/scope.ts";
import type { Context } from "../context.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import { purgeSpace } from "../store/purge.ts";
import { findSpace } from "../store/spaces.ts";

export interface PurgeInput {
  readonly space: string;
}

/** Removes a deleted space for good when it can no longer be restored; one that was restored meanwhile stays. */
export const purgeJob: JobKind<PurgeInput> = {
  time: 10 * 60_000,
  run:
    async ({ space: id }) =>
    async (context) => {
      const space = await findSpace(context.queries, id);
      const gone = space !== undefined && isGone(space, context.now);
      if (gone) await purgeSpace(context.queries, id);
      return { purged: gone };
    },
};

/** Has spaces that were deleted just now removed for good once the time to restore them is over. */
export async function purgeLater(context: Context, spaces: readonly string[]): Promise<void> {
  const dueAt = new Date(Date.parse(context.now) + restoreWindow + 1).toISOString();
  for (const space of spaces) await context.enqueue({ kind: "purge", input: { space }, dueAt });
}
