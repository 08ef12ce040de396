import type { RichDocument } from "../../../contract/models/document.ts";
import type { MergeRule, OrganizationMergeRules, SpaceMergeRules } from "../../../contract/models/review.ts";
import type { Role } from "../../../contract/models/role.ts";
import type { UnmetRule } from "../../../contract/models/semantic-change.ts";
import { baseRevision, listContributors } from "../../access/change-requests-rows.ts";
import { membersWithRole } from "../../access/levels-rows.ts";
import { findActiveMember, findMembers, findOrganization, findUsers } from "../../access/people-rows.ts";
import { allRequests } from "../../access/requested-reviewers-rows.ts";
import { may, neededRole } from "../../access/roles.ts";
import { type ChangeRequestScope, getUserRole } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { pastApprovers, reviewsInForce } from "./rows.ts";

/** Maximum number of users looked up for the rules. */
const maxUsersLookedUp = 1000;

interface RulesInForce {
  readonly rules: readonly MergeRule[];
  /** Whose rules they are. */
  readonly of: "space" | "organization";
}

/** The rules of a space: its own, or those of its organization if it inherits them. */
async function rulesInForce(context: Context, space: Row<"space">): Promise<RulesInForce> {
  const own = JSON.parse(space.merge_rules) as SpaceMergeRules;
  if (own.type !== "inherit") return { rules: own.type === "rules" ? own.rules : [], of: "space" };
  const organization = await findOrganization(context.queries, space.organization);
  const inherited = JSON.parse(organization?.merge_rules ?? '{"type":"none"}') as OrganizationMergeRules;
  return { rules: inherited.type === "rules" ? inherited.rules : [], of: "organization" };
}

interface MergeVerdict {
  readonly unmet: readonly UnmetRule[];
  /** Whose rules they are, in words. */
  readonly of: string;
  /** Who may merge anyway, as a sentence. */
  readonly regardless: readonly string[];
}

const ownerNames = { space: "the space", organization: "the organization, which the space inherits" };

/** The merge rules that a merge by the caller would break, each message once. */
export async function unmetRules(context: Context, scope: ChangeRequestScope): Promise<MergeVerdict> {
  const { rules, of: owner } = await rulesInForce(context, scope.space);
  const of = ownerNames[owner];
  const bypass = listBypassUsers(rules);
  if (rules.length === 0 || bypass.includes(context.user.id)) return { unmet: [], of, regardless: [] };
  const merge = await readMerge(context, scope, rules);
  const unmet = new Map<string, UnmetRule>();
  for (const rule of rules) {
    const message = explainUnmet(rule, merge);
    if (message !== undefined && !unmet.has(message)) unmet.set(message, { rule: rule.rule, message });
  }
  const regardless = bypass.length === 0 ? [] : [`${merge.names(bypass, "or")} may merge it anyway.`];
  return { unmet: [...unmet.values()], of, regardless };
}

/** Throws `conflict` if merge rules are not met, with a sentence for each. */
export async function requireMergeRules(context: Context, scope: ChangeRequestScope): Promise<void> {
  const { unmet, of, regardless } = await unmetRules(context, scope);
  if (unmet.length === 0) return;
  const count = `${unmet.length} merge ${unmet.length === 1 ? "rule" : "rules"} of ${of}`;
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
 * Throws `conflict` if content may only enter a space through a change request: its rules demand something, and the
 * caller may not bypass them. `what` starts the sentence that says what to do instead.
 */
export async function requireDirectEdits(context: Context, space: Row<"space">, what: string): Promise<void> {
  const { rules } = await rulesInForce(context, space);
  const demanding = rules.some(({ rule }) => rule !== "allow_bypass");
  if (!demanding || listBypassUsers(rules).includes(context.user.id)) return;
  throw new Problem("conflict", `Space ${space.id} has merge rules, so ${what}.`);
}

function listBypassUsers(rules: readonly MergeRule[]): string[] {
  return rules.flatMap((rule) => (rule.rule === "allow_bypass" ? rule.users : []));
}

/** What the rules depend on. */
interface Merge {
  readonly changeRequest: Row<"change_request">;
  readonly outdated: boolean;
  readonly actor: string;
  /** Who made or edited it. Their own verdicts do not count. */
  readonly authors: ReadonlySet<string>;
  /** Members of the organization that the rules name. */
  readonly members: ReadonlySet<string>;
  /** Who may give a verdict that counts, in words. */
  readonly reviewers: string;
  readonly reviews: readonly Row<"review">[];
  /** Users whose review was requested and is still open. */
  readonly awaited: readonly string[];
  /** Others whose approval was outdated by a later edit. */
  readonly past: readonly string[];
  readonly names: PeopleNames;
}

async function readMerge(
  context: Context,
  { space, changeRequest, role }: ChangeRequestScope,
  rules: readonly MergeRule[],
): Promise<Merge> {
  const mayReview = async (user: string) => may(await getUserRole(context, space, user), "review");
  const reviews = await filtered(await reviewsInForce(context.queries, changeRequest.id), (row) =>
    mayReview(row.reviewer),
  );
  const requests = await filtered(await allRequests(context.queries, changeRequest.id), (row) => mayReview(row.user));
  const awaited = requests.map(({ user }) => user);
  const contributors = await listContributors(context.queries, changeRequest.id);
  const authors = new Set([changeRequest.created_by, ...contributors.map(({ user }) => user)]);
  const past = await filtered(
    (await pastApprovers(context.queries, changeRequest)).filter((user) => !authors.has(user)),
    mayReview,
  );
  const others = await otherReviewers(context, space, authors);
  // A space may bring rules from another organization, whose users must not be named here.
  const named = await findMembers(
    context.queries,
    space.organization,
    [...new Set(rules.flatMap((rule) => ("users" in rule ? rule.users : [])))].slice(0, maxUsersLookedUp),
  );
  const people = [
    changeRequest.created_by,
    ...reviews.map(({ reviewer }) => reviewer),
    ...awaited,
    ...past,
    ...named.map(({ user }) => user),
    ...others.users,
  ];
  const names = await readNames(context, people);
  return {
    changeRequest,
    outdated: baseRevision(changeRequest) !== space.revision,
    actor: context.user.id,
    authors,
    members: new Set(named.map(({ user }) => user)),
    reviewers: othersInWords(others, names, { isAuthor: authors.has(context.user.id), may: may(role, "review") }),
    reviews,
    awaited,
    past,
    names,
  };
}

async function filtered<Item>(items: readonly Item[], isIncluded: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const included: Item[] = [];
  for (const item of items) if (await isIncluded(item)) included.push(item);
  return included;
}

interface OtherReviewers {
  /** The first of them; empty if the caller may not list the members of the organization. */
  readonly users: readonly string[];
  readonly count: number;
}

/** Users other than the authors who may review in a space. */
async function otherReviewers(
  { queries, user }: Context,
  space: Row<"space">,
  authors: ReadonlySet<string>,
): Promise<OtherReviewers> {
  const filter = { space, minRole: neededRole("review"), except: [...authors] };
  const found = await membersWithRole(queries, filter, maxListedNames);
  const viewer = await findActiveMember(queries, space.organization, user.id);
  return may((viewer?.role ?? null) as Role | null, "view") ? found : { ...found, users: [] };
}

function othersInWords(
  { users, count }: OtherReviewers,
  names: PeopleNames,
  caller: { readonly isAuthor: boolean; readonly may: boolean },
): string {
  const role = `with at least the role "${neededRole("review")}" who did not create or edit it`;
  if (count === 0) {
    return `a user ${role}, but there is none: an administrator can grant the role or change the rule.`;
  }
  const who = users.length === 0 ? "" : `, such as ${names(users, "or")}`;
  const yours = caller.isAuthor ? "your own does not count." : caller.may ? "you can give it." : "you cannot give it.";
  return `a user ${role}${who}: ${yours}`;
}

/** What is missing and who can provide it; undefined if the rule is met. */
function explainUnmet(rule: MergeRule, merge: Merge): string | undefined {
  const { changeRequest, reviews, authors, reviewers, names } = merge;
  const byOthers = reviews.filter(({ reviewer }) => !authors.has(reviewer));
  const approvers = new Set(byOthers.filter(({ status }) => status === "approved").map(({ reviewer }) => reviewer));
  const anApproval = unless(approvers.size > 0, `It needs approval by ${reviewers}${before(merge.past, merge)}`);
  switch (rule.rule) {
    case "allow_bypass":
      return undefined;
    case "require_specific_reviewers": {
      const others = rule.users.filter((user) => !authors.has(user));
      if (others.length === 0 && rule.users.length > 0) return anApproval;
      const missing = others.filter((user) => !approvers.has(user));
      return unless(
        missing.length === 0,
        `It needs the approval of ${names(missing, "and")}.${gone(missing, merge)}${before(missing, merge)}`,
      );
    }
    case "require_one_of_specific_reviewers": {
      const others = rule.users.filter((user) => !authors.has(user));
      if (others.length === 0 && rule.users.length > 0) return anApproval;
      const holds = others.length === 0 || others.some((user) => approvers.has(user));
      return unless(
        holds,
        `It needs the approval of ${names(others, "or")}.${gone(others, merge)}${before(others, merge)}`,
      );
    }
    case "require_at_least_one_review":
      return unless(byOthers.length > 0, `It needs a review by ${reviewers}`);
    case "require_at_least_one_approved_review":
      return anApproval;
    case "require_all_reviews_approved": {
      const open = [
        ...reviews.filter(({ status }) => status !== "approved").map(({ reviewer }) => reviewer),
        ...merge.awaited,
        ...merge.past,
      ];
      return unless(
        open.length === 0,
        `Everyone who reviewed it or was requested to must approve it: ${names(open, "and")}.${before(merge.past, merge)}`,
      );
    }
    case "require_agent_review":
      return unless(
        byOthers.some(({ agent }) => agent !== null),
        `It needs a review by an agent, which comments through MCP with a verdict and acts as ${reviewers}`,
      );
    case "require_up_to_date_change_request":
      return unless(!merge.outdated, "The space has changed since then: update the change request first.");
    case "require_change_request_subject":
      return unless(changeRequest.subject.trim() !== "", "It has no subject: anyone who may edit it can set one.");
    case "require_change_request_description":
      return unless(
        changeRequest.description !== null && hasContent(JSON.parse(changeRequest.description) as RichDocument),
        "It has no description: anyone who may edit it can set one.",
      );
    case "require_author_to_merge":
      return unless(
        merge.actor === changeRequest.created_by,
        `Only its author ${names([changeRequest.created_by], "or")} may merge it.`,
      );
    case "custom":
      return "It has a rule written as an expression, which this service cannot evaluate: an administrator must remove that rule.";
  }
}

/**
 * Names the required reviewers who are no longer members, as a sentence with a leading space; empty if there are none.
 */
function gone(awaited: readonly string[], { members, names }: Merge): string {
  const pastMembers = awaited.filter((user) => !members.has(user));
  if (pastMembers.length === 0) return "";
  const are = pastMembers.length === 1 ? "is not a member" : "are not members";
  return ` Of these, ${names(pastMembers, "and")} ${are} of the organization: an administrator must change the rule.`;
}

/**
 * Names the users whose approval was outdated by a later edit, as a sentence with a leading space; empty if there are
 * none.
 */
function before(users: readonly string[], { past, names }: Merge): string {
  const ended = past.filter((user) => users.includes(user));
  return ended.length === 0
    ? ""
    : ` ${names(ended, "and")} approved it before it was last edited: ask for a new review.`;
}

const unless = (holds: boolean, sentence: string) => (holds ? undefined : sentence);

const maxRules = 100;

/** Maximum number of users that all rules together may name. */
const maxUsers = 1000;

/**
 * Throws for rules that could never be met here and would keep everyone from merging: `not_implemented` for kinds that
 * this service does not support, `not_found` for those that name a user who is not a member of the organization.
 */
export async function requireStorableRules(
  { queries }: Context,
  organization: string,
  mergeRules: SpaceMergeRules | OrganizationMergeRules | undefined,
): Promise<void> {
  if (mergeRules?.type !== "rules") return;
  const { rules } = mergeRules;
  if (rules.length > maxRules) {
    throw new Problem("unprocessable", `mergeRules.rules: can be ${maxRules} at most.`);
  }
  for (const [index, { rule }] of rules.entries()) {
    const why = impossible[rule];
    if (why !== undefined) throw new Problem("not_implemented", `mergeRules.rules.${index}: ${why}`);
  }
  const named = rules.flatMap((rule, index) => ("users" in rule ? rule.users.map((user) => ({ user, index })) : []));
  if (named.length > maxUsers) {
    throw new Problem("unprocessable", `mergeRules.rules: can name ${maxUsers} users at most.`);
  }
  const members = await findMembers(queries, organization, [...new Set(named.map(({ user }) => user))]);
  const known = new Set(members.map(({ user }) => user));
  const unknown = named.find(({ user }) => !known.has(user));
  if (unknown === undefined) return;
  throw new Problem(
    "not_found",
    `mergeRules.rules.${unknown.index}.users: the organization has no member ${unknown.user}. Use the ids of its members.`,
  );
}

const impossible: Readonly<Record<string, string>> = {
  custom:
    "the language of a rule's expression is not specified, so this service does not accept any. Use the named rules.",
};

/** Names with ids, joined for a sentence. */
type PeopleNames = (ids: readonly string[], joined: "and" | "or") => string;

const maxListedNames = 4;

const maxNameLength = 40;

async function readNames(context: Context, ids: readonly string[]): Promise<PeopleNames> {
  const users = await findUsers(context.queries, [...new Set(ids)]);
  const names = new Map(users.map((user) => [user.id, user.display_name]));
  const formatName = (id: string) => {
    const name = names.get(id)?.slice(0, maxNameLength);
    return name === undefined ? id : `${JSON.stringify(name)} (${id})`;
  };
  return (people, joined) => {
    const distinct = [...new Set(people)];
    const named = distinct.slice(0, maxListedNames).map(formatName);
    const others = distinct.length - named.length;
    if (others > 0) named.push(`${others} more`);
    return [...(named.length > 1 ? [named.slice(0, -1).join(", ")] : []), ...named.slice(-1)].join(` ${joined} `);
  };
}

/** Whether a document has content: text other than white space, or a block without text, such as an image. */
function hasContent({ nodes }: RichDocument): boolean {
  const open: unknown[] = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== "object" || node === null) continue;
    const { text, isVoid, nodes: inner, leaves, fragments } = node as Record<string, unknown>;
    if (isVoid === true || (typeof text === "string" && text.trim() !== "")) return true;
    for (const part of [inner, leaves, fragments]) {
      if (Array.isArray(part)) for (const node of part) open.push(node);
    }
  }
  return false;
}
