export { requireDirectEdits, requireMergeRules, requireStorableRules, unmetRules } from "./merge-rules.ts";
export { approvalSubscriber, removeChangeRequestReviews } from "./rows.ts";
