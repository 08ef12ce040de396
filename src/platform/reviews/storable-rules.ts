import type { OrganizationMergeRules, SpaceMergeRules } from "../../contract/models/merge-rules.ts";
import { Problem } from "../problem.ts";

/** Throws `not_implemented` for a rule that could never hold here, and would keep everyone from merging. */
export function demandStorableRules(mergeRules: SpaceMergeRules | OrganizationMergeRules | undefined): void {
  if (mergeRules?.type !== "rules") return;
  for (const [index, { rule }] of mergeRules.rules.entries()) {
    const why = impossible[rule];
    if (why !== undefined) throw new Problem("not_implemented", `mergeRules.rules.${index}: ${why}`);
  }
}

const impossible: Readonly<Record<string, string>> = {
  custom:
    "the language of a rule's expression is not specified, so this service takes none. Use the rules that have a name.",
  require_agent_review:
    "this service has no reviewing agent of its own, so nothing could meet the rule. Name the user your agent acts as with require_specific_reviewers.",
};
