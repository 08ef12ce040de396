import type { Timestamp } from "./columns.ts";

interface ReviewTable {
  id: string;
  change_request: string;
  reviewer: string;
  /** Who asked for it; null where nobody did. */
  requested_by: string | null;
  /** Revision of the change request that was reviewed. */
  revision: string;
  status: string;
  /** 1 once a newer review or request of the same reviewer replaced it. */
  outdated: number;
  /** Id of the comment posted with it. */
  comment: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Reviews that were asked for and not given since. */
interface RequestedReviewerTable {
  change_request: string;
  user: string;
  requested_by: string;
  revision: string;
  created_at: Timestamp;
}

declare module "../tables.ts" {
  interface Tables {
    review: ReviewTable;
    requested_reviewer: RequestedReviewerTable;
  }
}
