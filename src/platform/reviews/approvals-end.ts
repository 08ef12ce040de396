import type { ContentSubscriber } from "../content/commit.ts";
import { outdateApprovals } from "./rows.ts";

/**
 * An edit ends the approvals of what the change request held before it. Who asked for changes goes on asking. What an
 * update brings was merged into the space under the rules of the space.
 */
export const approvalSubscriber: ContentSubscriber = {
  async changed({ queries, now }, { changeRequest, cause }) {
    if (changeRequest === undefined || cause !== "edit") return;
    await outdateApprovals(queries, changeRequest.id, now);
  },
};
