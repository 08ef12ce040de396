import { changeRequestsOf, placesOf } from "../access/change-requests-rows.ts";
import { isGone } from "../access/scope.ts";
import { findSpace, removeSpace } from "../access/spaces-rows.ts";
import { removeActsOf } from "../audit/index.ts";
import { removeCommentsOn } from "../comments/index.ts";
import { removeComputedPagesOf } from "../computed/index.ts";
import { removeRevisionsOf } from "../content/revisions-rows.ts";
import { removeSync } from "../git/index.ts";
import { removeRunsInto } from "../imports/index.ts";
import { removeInviteLinksTo } from "../invites/index.ts";
import type { Queries } from "../kernel/database/tables.ts";
import type { JobKind } from "../kernel/jobs/job-kind.ts";
import { removeSpaceLinks } from "../links/index.ts";
import { removeReviewsOf } from "../reviews/index.ts";
import { removeSpaceSections } from "../search/index.ts";
import { removePageFeedbackOn, removeSiteSpacesOf } from "../sites/index.ts";
import { forgetChangeRequests, removeTranslationsOf } from "../translations/index.ts";

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
  const changeRequests = changeRequestsOf(queries, space);
  await removeCommentsOn(queries, placesOf(queries, space));
  await removeActsOf(queries, space, changeRequests);
  await removeReviewsOf(queries, changeRequests);
  await forgetChangeRequests(queries, changeRequests);
  await removeSpaceSections(queries, space);
  await removeSpaceLinks(queries, space);
  await removeComputedPagesOf(queries, space);
  await removeInviteLinksTo(queries, space);
  await removeRunsInto(queries, space);
  await removeSync(queries, space);
  await removeTranslationsOf(queries, space);
  await removePageFeedbackOn(queries, space);
  await removeSiteSpacesOf(queries, space);
  await removeRevisionsOf(queries, space);
  await removeSpace(queries, space);
}
