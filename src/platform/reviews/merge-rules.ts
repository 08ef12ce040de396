import type { RichDocument } from "../../contract/models/document.ts";
import type { MergeRule, OrganizationMergeRules, SpaceMergeRules } from "../../contract/models/merge-rules.ts";
import type { UnmetRule } from "../../contract/models/semantic-change.ts";
import { may, neededRole } from "../access/permissions.ts";
import { type ChangeRequestScope, roleOf } from "../access/scope.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { baseRevision } from "../store/change-requests.ts";
import { findMembers, findOrganization } from "../store/people.ts";
import { allRequests } from "../store/requested-reviewers.ts";
import { reviewsInForce } from "../store/reviews.ts";
import type { Row } from "../store/tables.ts";
import { hasContent } from "./document-content.ts";
import { type PeopleNames, readNames } from "./people-names.ts";

/** Users of rules that are looked up. */
const mostNamed = 1000;

interface RulesInForce {
  readonly rules: readonly MergeRule[];
  /** Whose rules they are. */
  readonly of: "space" | "organization";
}

/** The rules of a space: its own ones, or those of its organization where it inherits them. */
async function rulesInForce(context: Context, space: Row<"space">): Promise<RulesInForce> {
  const own = JSON.parse(space.merge_rules) as SpaceMergeRules;
  if (own.type !== "inherit") return { rules: own.type === "rules" ? own.rules : [], of: "space" };
  const organization = await findOrganization(context.queries, space.organization);
  const inherited = JSON.parse(organization?.merge_rules ?? '{"type":"none"}') as OrganizationMergeRules;
  return { rules: inherited.type === "rules" ? inherited.rules : [], of: "organization" };
}

interface Judgement {
  readonly unmet: readonly UnmetRule[];
  readonly of: RulesInForce["of"];
  /** Who may merge regardless, in a sentence. */
  readonly regardless: readonly string[];
}

/** The merge rules that do not hold for a merge by the caller, each message once. */
export async function unmetRules(context: Context, scope: ChangeRequestScope): Promise<Judgement> {
  const { rules, of } = await rulesInForce(context, scope.space);
  const bypass = bypassOf(rules);
  if (rules.length === 0 || bypass.includes(context.user.id)) return { unmet: [], of, regardless: [] };
  const merge = await readMerge(context, scope, rules);
  const unmet = new Map<string, UnmetRule>();
  for (const rule of rules) {
    const message = explainUnmet(rule, merge);
    if (message !== undefined && !unmet.has(message)) unmet.set(message, { rule: rule.rule, message });
  }
  const regardless = bypass.length === 0 ? [] : [`${merge.names(bypass, "or")} may merge it regardless.`];
  return { unmet: [...unmet.values()], of, regardless };
}

/** Throws `conflict` when a merge rule does not hold, with a sentence for each of those. */
export async function demandMergeRules(context: Context, scope: ChangeRequestScope): Promise<void> {
  const { unmet, of, regardless } = await unmetRules(context, scope);
  if (unmet.length === 0) return;
  const count = `${unmet.length} merge ${unmet.length === 1 ? "rule" : "rules"} of the ${of}`;
  throw new Problem(
    "conflict",
    [
      `Change request ${scope.changeRequest.number} cannot be merged yet, by ${count}.`,
      ...unmet.map(({ message }, index) => `(${index + 1}) ${message}`),
      ...regardless,
    ].join(" "),
  );
}

/**
 * Throws `conflict` when content may come into a space in a change request alone: its rules demand something, and the
 * caller may not bypass them. `what` begins the sentence that says what to do instead.
 */
export async function demandDirectEdits(context: Context, space: Row<"space">, what: string): Promise<void> {
  const { rules } = await rulesInForce(context, space);
  const demanding = rules.some(({ rule }) => rule !== "allow_bypass");
  if (!demanding || bypassOf(rules).includes(context.user.id)) return;
  throw new Problem("conflict", `Space ${space.id} has merge rules, so ${what}.`);
}

function bypassOf(rules: readonly MergeRule[]): string[] {
  return rules.flatMap((rule) => (rule.rule === "allow_bypass" ? rule.users : []));
}

/** What the rules look at. */
interface Merge {
  readonly changeRequest: Row<"change_request">;
  readonly outdated: boolean;
  readonly actor: string;
  readonly reviews: readonly Row<"review">[];
  /** Users whose review is awaited. */
  readonly awaited: readonly string[];
  readonly names: PeopleNames;
}

async function readMerge(
  context: Context,
  { space, changeRequest }: ChangeRequestScope,
  rules: readonly MergeRule[],
): Promise<Merge> {
  const reviews = await countedReviews(context, { space, changeRequest });
  const awaited = (await allRequests(context.queries, changeRequest.id)).map(({ user }) => user);
  // Rules that a space brought along from another organization name nobody to this one.
  const named = await findMembers(
    context.queries,
    space.organization,
    [...new Set(rules.flatMap((rule) => ("users" in rule ? rule.users : [])))].slice(0, mostNamed),
  );
  const people = [
    changeRequest.created_by,
    ...reviews.map(({ reviewer }) => reviewer),
    ...awaited,
    ...named.map(({ user }) => user),
  ];
  return {
    changeRequest,
    outdated: baseRevision(changeRequest) !== space.revision,
    actor: context.user.id,
    reviews,
    awaited,
    names: await readNames(context, people),
  };
}

/** The verdicts in force of those who may still review in the space. */
async function countedReviews(
  context: Context,
  { space, changeRequest }: Pick<ChangeRequestScope, "space" | "changeRequest">,
): Promise<Row<"review">[]> {
  const counted: Row<"review">[] = [];
  for (const review of await reviewsInForce(context.queries, changeRequest.id)) {
    if (may(await roleOf(context, space, review.reviewer), "review")) counted.push(review);
  }
  return counted;
}

/** What is missing and who can do it; undefined where the rule holds. */
function explainUnmet(rule: MergeRule, merge: Merge): string | undefined {
  const { changeRequest, reviews, names } = merge;
  const approvers = new Set(reviews.filter(({ status }) => status === "approved").map(({ reviewer }) => reviewer));
  switch (rule.rule) {
    case "allow_bypass":
      return undefined;
    case "require_specific_reviewers": {
      const missing = rule.users.filter((user) => !approvers.has(user));
      return unless(missing.length === 0, `It needs the approval of ${names(missing, "and")}.`);
    }
    case "require_one_of_specific_reviewers":
      return unless(
        rule.users.length === 0 || rule.users.some((user) => approvers.has(user)),
        `It needs the approval of ${names(rule.users, "or")}.`,
      );
    case "require_at_least_one_review":
      return unless(reviews.length > 0, `It needs a review by anyone with the role "${neededRole("review")}".`);
    case "require_at_least_one_approved_review":
      return unless(approvers.size > 0, `It needs the approval of anyone with the role "${neededRole("review")}".`);
    case "require_all_reviews_approved": {
      const open = [
        ...reviews.filter(({ status }) => status !== "approved").map(({ reviewer }) => reviewer),
        ...merge.awaited,
      ];
      return unless(open.length === 0, `Everyone who was asked or reviewed it must approve: ${names(open, "and")}.`);
    }
    case "require_agent_review":
      return `It needs the review of an agent of this service, which has none: an administrator has to take that rule out.`;
    case "require_up_to_date_change_request":
      return unless(!merge.outdated, "The space has changed since: update the change request first.");
    case "require_change_request_subject":
      return unless(changeRequest.subject.trim() !== "", "It has no subject: whoever may edit it can set one.");
    case "require_change_request_description":
      return unless(
        changeRequest.description !== null && hasContent(JSON.parse(changeRequest.description) as RichDocument),
        "It has no description: whoever may edit it can set one.",
      );
    case "require_author_to_merge":
      return unless(
        merge.actor === changeRequest.created_by,
        `Only its author ${names([changeRequest.created_by], "or")} may merge it.`,
      );
    case "custom":
      return "It has a rule written as an expression, which this service cannot evaluate: an administrator has to take that rule out.";
  }
}

const unless = (holds: boolean, sentence: string) => (holds ? undefined : sentence);
