import { isGone } from "../access/scope.ts";
import { findSpace } from "../access/spaces-rows.ts";
import type { JobKind } from "../kernel/jobs/job-kind.ts";
import { purgeSpace } from "./purge-space.ts";

interface PurgeInput {
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
