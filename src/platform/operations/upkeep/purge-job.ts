import { removeSpaceActs } from "../../access/audit/index.ts";
import { selectChangeRequestIds, selectSpaceAndChangeRequestIds } from "../../access/change-requests-rows.ts";
import { isGone } from "../../access/scope.ts";
import { findSpace, removeSpace } from "../../access/spaces-rows.ts";
import { removeSpaceComputedPages } from "../../content/computed/index.ts";
import { removeSpaceRevisions } from "../../content/revisions-rows.ts";
import { removeSpaceSections } from "../../content/search/index.ts";
import { removeSync } from "../../exchange/git/index.ts";
import { removeRunsInto } from "../../exchange/imports/index.ts";
import { removeInviteLinksTo } from "../../identity/invites/index.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import type { JobKind } from "../../kernel/jobs/job-kind.ts";
import { forgetChangeRequests, removeSpaceTranslations } from "../../knowledge/translations/index.ts";
import { removePageFeedbackOn, removeSpaceFromSites } from "../../publishing/sites/index.ts";
import { removeCommentsOn } from "../../review/comments/index.ts";
import { removeChangeRequestReviews } from "../../review/reviews/index.ts";
import { removeSpaceLinks } from "../../workspace/links/index.ts";

interface PurgeInput {
  readonly space: string;
}

/** Permanently removes a deleted space when it can no longer be restored. A restored one stays. */
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

/**
 * Permanently removes a space and every row about it. Texts and files stay: they are stored by address, and other
 * spaces may share them.
 */
export async function purgeSpace(queries: Queries, space: string): Promise<void> {
  // These are queries, not ids, so the change requests and the space must be deleted last.
  const changeRequests = selectChangeRequestIds(queries, space);
  await removeCommentsOn(queries, selectSpaceAndChangeRequestIds(queries, space));
  await removeSpaceActs(queries, space, changeRequests);
  await removeChangeRequestReviews(queries, changeRequests);
  await forgetChangeRequests(queries, changeRequests);
  await removeSpaceSections(queries, space);
  await removeSpaceLinks(queries, space);
  await removeSpaceComputedPages(queries, space);
  await removeInviteLinksTo(queries, space);
  await removeRunsInto(queries, space);
  await removeSync(queries, space);
  await removeSpaceTranslations(queries, space);
  await removePageFeedbackOn(queries, space);
  await removeSpaceFromSites(queries, space);
  await removeSpaceRevisions(queries, space);
  await removeSpace(queries, space);
}
