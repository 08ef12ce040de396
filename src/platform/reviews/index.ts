export { demandDirectEdits, demandMergeRules, demandStorableRules, unmetRules } from "./merge-rules.ts";
