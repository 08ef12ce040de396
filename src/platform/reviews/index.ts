export { demandDirectEdits, demandMergeRules, demandStorableRules, unmetRules } from "./merge-rules.ts";
export { removeReviewsOf } from "./rows.ts";
