import type { OrganizationMergeRules, SpaceMergeRules } from "../../contract/models/merge-rules.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { findMembers } from "../store/people.ts";

const mostRules = 100;
/** Users that all rules together may name. */
const mostUsers = 1000;

/**
 * Throws for rules that could never hold here, and would keep everyone from merging: `not_implemented` for those of a
 * kind that this service lacks, `not_found` for those that name somebody who is no member of the organization.
 */
export async function demandStorableRules(
  { queries }: Context,
  organization: string,
  mergeRules: SpaceMergeRules | OrganizationMergeRules | undefined,
): Promise<void> {
  if (mergeRules?.type !== "rules") return;
  const { rules } = mergeRules;
  if (rules.length > mostRules) {
    throw new Problem("unprocessable", `mergeRules.rules: can be ${mostRules} at most.`);
  }
  for (const [index, { rule }] of rules.entries()) {
    const why = impossible[rule];
    if (why !== undefined) throw new Problem("not_implemented", `mergeRules.rules.${index}: ${why}`);
  }
  const named = rules.flatMap((rule, index) => ("users" in rule ? rule.users.map((user) => ({ user, index })) : []));
  if (named.length > mostUsers) {
    throw new Problem("unprocessable", `mergeRules.rules: can name ${mostUsers} users at most.`);
  }
  const members = await findMembers(queries, organization, [...new Set(named.map(({ user }) => user))]);
  const known = new Set(members.map(({ user }) => user));
  const unknown = named.find(({ user }) => !known.has(user));
  if (unknown === undefined) return;
  throw new Problem(
    "not_found",
    `mergeRules.rules.${unknown.index}.users: the organization has no member ${unknown.user}. Name users by the ids of its members.`,
  );
}

const impossible: Readonly<Record<string, string>> = {
  custom:
    "the language of a rule's expression is not specified, so this service takes none. Use the rules that have a name.",
  require_agent_review:
    "this service has no reviewing agent of its own, so nothing could meet the rule. Name the user your agent acts as with require_specific_reviewers.",
};
