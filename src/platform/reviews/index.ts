export { requireDirectEdits, requireMergeRules, requireStorableRules, unmetRules } from "./merge-rules.ts";
export { approvalSubscriber, removeReviewsOf } from "./rows.ts";
