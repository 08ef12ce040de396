import { lookUpIfAllowed } from "../../desk/reads.ts";
import type { ListedAct } from "../../platform/audit/index.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppRequest } from "../app-request.ts";
import type { LoadedDraft } from "../content/loaded-content.ts";
import { drawActs, isAgent } from "../layout/acts.ts";
import { badge, hidden, postForm, submit } from "../layout/parts.ts";
import { isUnmerged } from "./checks.ts";

/** Who wrote it, who reviewed it, and whose review is awaited. */
export async function drawParticipants(request: AppRequest, draft: LoadedDraft): Promise<Child> {
  const { client } = request;
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id };
  const organizationId = draft.space.organization;
  const canAsk = isUnmerged(draft) && draft.space.permissions.edit;
  const [contributors, reviews, requested, members] = await Promise.all([
    client.changeRequests.listContributors(names),
    client.reviews.list({ ...names, outdated: false, limit: 100 }),
    client.reviews.listRequestedReviewers({ ...names, limit: 100 }),
    canAsk ? lookUpIfAllowed(client.members.list({ organizationId, limit: 200 })) : undefined,
  ]);
  const edited = contributors.items.filter(({ actionType }) => actionType === "edit");
  const inForce = reviews.items.filter(({ outdated }) => !outdated);
  const awaited = requested.items.map((one) => (one.kind === "user" ? one.user.displayName : `Team ${one.team.id}`));
  const askable = (members?.items ?? []).filter(({ user }) => user.id !== draft.changeRequest.createdBy?.id);
  const acts = await request.records.listActs({
    organization: organizationId,
    changeRequest: draft.changeRequest.id,
    limit: 100,
  });
  const agents = agentsIn(acts);
  return h(
    "section",
    { "aria-labelledby": "participants" },
    h("h2", { id: "participants" }, "People"),
    h(
      "ul",
      { class: "people" },
      edited.map(({ user, count }) =>
        h("li", {}, user.displayName, h("small", {}, ` edited ${count === 1 ? "once" : `${count} times`}`)),
      ),
      inForce.map(({ reviewer, status }) =>
        h("li", {}, reviewer.displayName, " ", badge(status, status === "approved" ? "approved" : "asks for changes")),
      ),
      agents.map(({ name, person, tools }) =>
        h("li", {}, badge("agent", name), h("small", {}, ` acted for ${person}: ${tools}`)),
      ),
      awaited.map((name) => h("li", {}, name, " ", badge("awaited", "review awaited"))),
    ),
    acts.length > 0 &&
      h("details", { class: "write" }, h("summary", {}, "What was done, by whom and through what"), drawActs(acts)),
    canAsk &&
      askable.length > 0 &&
      h(
        "details",
        { class: "write" },
        h("summary", {}, "Ask for a review"),
        postForm(
          request,
          request.href({ kind: "content", ...draft.name }),
          {},
          hidden("action", "ask"),
          h(
            "label",
            { class: "field" },
            h("span", {}, "Reviewer"),
            h(
              "select",
              { name: "reviewer" },
              askable.map(({ user }) => h("option", { value: user.id }, user.displayName)),
            ),
          ),
          submit("Ask"),
        ),
      ),
  );
}

interface AgentActs {
  readonly name: string;
  readonly person: string;
  /** Each tool with how often it was called to change something. */
  readonly tools: string;
}

function agentsIn(acts: readonly ListedAct[]): AgentActs[] {
  const byAgent = new Map<string, ListedAct[]>();
  for (const act of acts) {
    if (!isAgent(act)) continue;
    const key = `${act.agent ?? ""} ${act.user}`;
    byAgent.set(key, [...(byAgent.get(key) ?? []), act]);
  }
  return [...byAgent.values()].map((own) => {
    const counts = new Map<string, number>();
    for (const { tool, operation } of own) counts.set(tool ?? operation, (counts.get(tool ?? operation) ?? 0) + 1);
    return {
      name: own[0]?.agent ?? "Agent",
      person: own[0]?.display_name ?? "a former user",
      tools: [...counts].map(([tool, times]) => (times === 1 ? tool : `${tool} ${times} times`)).join(", "),
    };
  });
}
