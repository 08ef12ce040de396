export { approvalSubscriber } from "./approvals-end.ts";
export { requireDirectEdits, requireMergeRules, requireStorableRules, unmetRules } from "./merge-rules.ts";
export { removeReviewsOf } from "./rows.ts";
