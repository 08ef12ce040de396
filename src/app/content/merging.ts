import type { MergeRule } from "../../contract/models/review.ts";
import type { Space } from "../../contract/models/space.ts";
import { lookUpIfAllowed } from "../../resolve/reads.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppRequest } from "../app-request.ts";

/** Requirements for merging into a space, and whether this person may do it. */
export async function drawMerging(request: AppRequest, space: Space): Promise<Child> {
  const rules = await loadRules(request, space);
  const named = rules?.some((rule) => "users" in rule && rule.users.length > 0) === true;
  const names = named ? await memberNames(request, space.organization) : new Map<string, string>();
  return h(
    "section",
    { "aria-labelledby": "merging" },
    h("h2", { id: "merging" }, "Merging"),
    h(
      "ul",
      {},
      h("li", {}, findMergeObstacle(space) ?? "You may merge change requests into this space."),
      rules === undefined
        ? h("li", {}, "You may not see the organization's merge rules; a rejected merge names those that are not met.")
        : rules.length === 0
          ? h("li", {}, "There are no merge rules.")
          : rules.map((rule) => h("li", {}, ruleWords(rule, names))),
    ),
  );
}

/** Why a person may never merge into a space; undefined if they may. */
export function findMergeObstacle({ permissions, editMode }: Space): string | undefined {
  if (editMode === "locked") return 'The space is locked: nothing is merged until an administrator sets it to "live".';
  if (permissions.merge) return undefined;
  return 'You may not merge here: ask a member with the role "review" or higher, or an administrator of the space for that role.';
}

async function loadRules(
  { client }: AppRequest,
  { mergeRules, organization }: Space,
): Promise<MergeRule[] | undefined> {
  if (mergeRules.type !== "inherit") return mergeRules.type === "rules" ? mergeRules.rules : [];
  const found = await lookUpIfAllowed(client.organizations.get({ organizationId: organization }));
  const inherited = found?.mergeRules;
  if (inherited === undefined) return undefined;
  return inherited.type === "rules" ? inherited.rules : [];
}

/** By id; none if this person may not list members. */
async function memberNames({ client }: AppRequest, organizationId: string): Promise<Map<string, string>> {
  const members = await lookUpIfAllowed(client.members.list({ organizationId, limit: 1000 }));
  return new Map(members?.items.map(({ user }) => [user.id, user.displayName]));
}

function ruleWords(rule: MergeRule, names: ReadonlyMap<string, string>): string {
  const users = "users" in rule ? rule.users.map((id) => names.get(id) ?? id).join(", ") : "";
  switch (rule.rule) {
    case "require_specific_reviewers":
      return `Each of these must approve: ${users}.`;
    case "require_one_of_specific_reviewers":
      return `One of these must approve: ${users}.`;
    case "allow_bypass":
      return `These may merge regardless of the rules: ${users}.`;
    case "require_at_least_one_review":
      return "Somebody must review it.";
    case "require_at_least_one_approved_review":
      return "Somebody must approve it.";
    case "require_all_reviews_approved":
      return "Everybody who reviewed it must approve.";
    case "require_agent_review":
      return "An agent must review it with a tool, acting as somebody who did not write it.";
    case "require_up_to_date_change_request":
      return "It must be up to date with the space.";
    case "require_change_request_subject":
      return "It must have a subject.";
    case "require_change_request_description":
      return "It must have a description.";
    case "require_author_to_merge":
      return "Only its author may merge it.";
    case "custom":
      return `${rule.message ?? "A custom rule must hold"}: ${rule.expression}`;
  }
}
