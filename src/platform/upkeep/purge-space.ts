import { changeRequestsOf, placesOf } from "../access/change-requests-rows.ts";
import { removeSpace } from "../access/spaces-rows.ts";
import { removeActsOf } from "../audit/index.ts";
import { removeCommentsOn } from "../comments/index.ts";
import { removeComputedPagesOf } from "../computed/index.ts";
import { removeRevisionsOf } from "../content/revisions-rows.ts";
import { removeSync } from "../git/index.ts";
import { removeRunsInto } from "../imports/index.ts";
import { removeInviteLinksTo } from "../invites/index.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { removeSpaceLinks } from "../links/index.ts";
import { removeReviewsOf } from "../reviews/index.ts";
import { removeSpaceSections } from "../search/index.ts";
import { removeSiteSpacesOf } from "../sites/index.ts";
import { forgetChangeRequests, removeTranslationsOf } from "../translations/index.ts";

/** Removes a space for good, with every row about it. Texts and files are kept by address, and other spaces may have them too. */
export async function purgeSpace(queries: Queries, space: string): Promise<void> {
  // These are queries, not ids, so the change requests and the space go last.
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
  await removeSiteSpacesOf(queries, space);
  await removeRevisionsOf(queries, space);
  await removeSpace(queries, space);
}
