import type { MergeConflict } from "../../contract/models/change-request.ts";
import type { MergeRule } from "../../contract/models/merge-rules.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { pages } from "../../contract/operations/pages.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { markdownOf } from "../present/document.ts";
import type { DraftContent } from "../resolve/content.ts";
import { lookUp } from "../resolve/lookup.ts";
import type { ToolContext } from "../tool.ts";
import { type BothSides, changedOnBothSides } from "./both-sides.ts";

/** What keeps a change request from being merged. */
export interface MergeBlockers {
  readonly conflicts: readonly MergeConflict[];
  /** What is missing and who can do it, in a sentence each. */
  readonly unmet: readonly string[];
  /** What only the merge itself will tell, in a sentence each. */
  readonly unchecked: readonly string[];
}

/** Besides those of the verdicts. */
export const blockerReads = [organizations.get, pages.get, revisions.getPage];

const upToDate = "require_up_to_date_change_request";
const mostReviews = 100;

/** What a merge would meet now, or after the change request took in the space's content. Changes nothing. */
export async function mergeBlockers(
  draft: DraftContent,
  found: SemanticChanges,
  { updateFirst, sides }: { readonly updateFirst: boolean; readonly sides?: BothSides },
  context: ToolContext,
): Promise<MergeBlockers> {
  const met = (rule: string) => updateFirst && rule === upToDate;
  if (found.merge === undefined) {
    return fromReads(draft, found, { met, sides: sides ?? (await changedOnBothSides(draft, found, context)) }, context);
  }
  const { conflicts, moreConflicts, unmet, regardless } = found.merge;
  const sentences = unmet.filter(({ rule }) => !met(rule)).map(({ message }) => message);
  return {
    conflicts,
    unmet: [...sentences, ...(sentences.length > 0 && regardless !== undefined ? [regardless] : [])],
    unchecked: moreConflicts === undefined ? [] : [`${moreConflicts} more conflicts are not shown.`],
  };
}

/** For a service that does not say what a merge would meet. */
async function fromReads(
  draft: DraftContent,
  found: SemanticChanges,
  { met, sides }: { readonly met: (rule: string) => boolean; readonly sides: BothSides },
  context: ToolContext,
): Promise<MergeBlockers> {
  const [rules, given] = await Promise.all([rulesOf(draft, context), readReviews(draft, context)]);
  const description = await markdownOf(draft.changeRequest.description);
  const judged = (rules ?? []).filter(({ rule }) => !met(rule)).map((rule) => judge(rule, draft, given, description));
  const unmet = judged.flatMap((told) => (told !== undefined && told !== "unknown" ? [told] : []));
  // The service does not say who is calling, who may be one of those.
  const bypass = rules?.some(({ rule }) => rule === "allow_bypass") === true;
  const unknown = (rules ?? []).filter((_rule, at) => judged[at] === "unknown").map(({ rule }) => rule);
  return {
    conflicts: [...(found.conflicts ?? []), ...sides.pages.flatMap(({ conflicts }) => conflicts)],
    unmet: bypass ? [] : unmet,
    unchecked: [
      ...(rules === undefined ? ["The merge rules could not be read."] : []),
      ...(bypass ? unmet.map((sentence) => `Unless the caller may bypass the rules: ${sentence}`) : []),
      ...(unknown.length > 0 ? [`Not checked: merge rule ${unknown.join(", ")}.`] : []),
      ...(sides.left > 0 ? [`${sides.left} changed pages were not compared with the space.`] : []),
    ],
  };
}

async function rulesOf({ space }: DraftContent, { client, signal }: ToolContext): Promise<MergeRule[] | undefined> {
  // Some services leave the member out.
  const own = space.mergeRules as typeof space.mergeRules | undefined;
  if (own?.type === "none") return [];
  if (own?.type === "rules") return own.rules;
  const organizationId = space.organization;
  const { mergeRules } = (await lookUp(client.organizations.get({ organizationId }, { signal }))) ?? {};
  if (mergeRules === undefined) return undefined;
  return mergeRules.type === "rules" ? mergeRules.rules : [];
}

interface Given {
  readonly reviewer: string;
  readonly approved: boolean;
}

async function readReviews({ space, changeRequest }: DraftContent, { client, signal }: ToolContext): Promise<Given[]> {
  const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: mostReviews };
  const { items } = await client.reviews.list({ ...names, outdated: false }, { signal });
  return items.flatMap(({ outdated, reviewer, status }) =>
    outdated ? [] : [{ reviewer: reviewer.id, approved: status === "approved" }],
  );
}

/** What a rule lacks; `unknown` where reading cannot tell. */
function judge(
  rule: MergeRule,
  { changeRequest }: DraftContent,
  given: readonly Given[],
  description: string,
): string | undefined {
  const approvers = new Set(given.filter(({ approved }) => approved).map(({ reviewer }) => reviewer));
  const unless = (holds: boolean, sentence: string) => (holds ? undefined : sentence);
  switch (rule.rule) {
    case "allow_bypass":
      return undefined;
    case "require_specific_reviewers": {
      const missing = rule.users.filter((user) => !approvers.has(user));
      return unless(missing.length === 0, `It needs the approval of all of these users: ${missing.join(", ")}.`);
    }
    case "require_one_of_specific_reviewers": {
      const holds = rule.users.length === 0 || rule.users.some((user) => approvers.has(user));
      return unless(holds, `It needs the approval of one of these users: ${rule.users.join(", ")}.`);
    }
    case "require_at_least_one_review":
      return unless(given.length > 0, "It needs a review by anyone who may review.");
    case "require_at_least_one_approved_review":
      return unless(approvers.size > 0, "It needs the approval of anyone who may review.");
    case "require_all_reviews_approved":
      return unless(
        given.every(({ approved }) => approved),
        "Everyone who reviewed it must approve.",
      );
    case upToDate:
      return unless(!changeRequest.outdated, "The space has changed since: update the change request first.");
    case "require_change_request_subject":
      return unless(changeRequest.subject.trim() !== "", "It has no subject: whoever may edit it can set one.");
    case "require_change_request_description":
      return unless(description.trim() !== "", "It has no description: whoever may edit it can set one.");
    default:
      return "unknown";
  }
}
