import type { ListedAct } from "../../platform/access/audit/index.ts";
import { changeCounts } from "../../present/changes.ts";
import { toMarkdown } from "../../present/document.ts";
import { lookUpIfAllowed } from "../../resolve/reads.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { contentCrumbs, type LoadedDraft, pagesById } from "../content/content-frame.ts";
import { findMergeObstacle } from "../content/merging.ts";
import { sidebar } from "../content/sidebar.ts";
import { badge, drawActs, drawTime, hidden, isAgent, link, postForm, submit, tabs } from "../layout/parts.ts";
import { drawChangedPages, drawnBlocks, listNotes, loadChangedPages } from "./changed-pages.ts";
import { type Checks, drawChecks, isMergeable, isUnmerged, loadChecks } from "./checks.ts";
import { showConflicts } from "./conflicts.ts";
import { drawDiscussion, drawText, loadThreads } from "./discussion.ts";
import { showings, shownIn, viewHref } from "./shown.ts";

/** One change request: its purpose, blockers, changes and discussion. */
export async function showChangeRequest(request: AppRequest, draft: LoadedDraft): Promise<AppPage> {
  if (request.query.get("show") === "conflicts") return showConflicts(request, draft);
  const { space, changeRequest, name } = draft;
  const selection = shownIn(request);
  const { showing, page } = selection;
  const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: 1000 };
  const [found, threads] = await Promise.all([
    request.client.changeRequestContent.changes(names),
    loadThreads(request, draft),
  ]);
  const changed = await loadChangedPages(request, draft, { found, threads }, selection);
  const checks = await loadChecks(request, draft, found, listNotes(changed.shown));
  const drawn = showing === "markdown" ? new Set<string>() : drawnBlocks(changed.shown);
  const elsewhere = threads.filter(({ page: on, node }) => !drawn.has(`${on} ${node}`));
  const pages = pagesById(draft.pages);
  const description = await toMarkdown(changeRequest.description);
  const title = changeRequest.subject === "" ? `Change request #${changeRequest.number}` : changeRequest.subject;
  return {
    title,
    organization: space.organization,
    breadcrumbs: contentCrumbs(request, draft),
    sidebar: sidebar(request, draft),
    isWide: true,
    version: await versionOfDraft(request, draft),
    main: [
      h("h1", {}, title, h("small", {}, ` #${changeRequest.number}`)),
      h(
        "p",
        { class: "facts" },
        badge(changeRequest.status),
        changeRequest.createdBy !== undefined && ` by ${changeRequest.createdBy.displayName}`,
        ", changed ",
        drawTime(changeRequest.updatedAt),
        changeRequest.mergedBy !== undefined && [
          `, merged by ${changeRequest.mergedBy.displayName} `,
          drawTime(changeRequest.mergedAt),
        ],
        `: ${changeCounts(found) || "nothing changed yet"}.`,
      ),
      description.trim() !== "" && h("div", { class: "content description" }, await drawText(description)),
      describing(request, draft, description),
      await drawParticipants(request, draft),
      drawChecks(request, draft, checks),
      decisions(request, draft, checks),
      h(
        "section",
        { "aria-labelledby": "changes" },
        h("h2", { id: "changes" }, "Changes"),
        tabs(
          "How changes are shown",
          showings.map((other) => ({
            title: { unified: "Rendered", split: "Side by side", markdown: "Markdown" }[other],
            href: viewHref(request, name, { showing: other, page }),
            isCurrent: other === showing,
          })),
        ),
        page !== undefined && h("p", {}, link(viewHref(request, name, { showing, page: undefined }), "All changes")),
        drawChangedPages(request, draft, { ...changed, showing, unlisted: found.more ?? 0 }),
      ),
      drawDiscussion(request, draft, elsewhere, (id) => pages.get(id)?.title),
    ],
  };
}

/** Changes whenever anything shown on the page does. */
export async function versionOfDraft({ client }: AppRequest, draft: LoadedDraft): Promise<string> {
  const { changeRequest, space } = draft;
  const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: 200 };
  const [comments, reviews] = await Promise.all([
    client.changeRequestComments.list(names),
    lookUpIfAllowed(client.reviews.list(names)),
  ]);
  const commentStates = comments.items.map(
    ({ id, status, replies, editedAt }) => `${id} ${status} ${replies} ${editedAt}`,
  );
  const reviewStates = (reviews?.items ?? []).map(({ id, status, outdated }) => `${id} ${status} ${outdated}`);
  const { revision, status, updatedAt, outdated } = changeRequest;
  return [revision, status, updatedAt, outdated, ...commentStates, ...reviewStates].join("\n");
}

function describing(request: AppRequest, draft: LoadedDraft, description: string): Child {
  if (!draft.space.permissions.edit || !isUnmerged(draft)) return undefined;
  return h(
    "details",
    { class: "write" },
    h("summary", {}, "Edit subject and description"),
    postForm(
      request,
      viewHref(request, draft.name),
      {},
      hidden("action", "describe"),
      h(
        "label",
        { class: "field" },
        h("span", {}, "Subject"),
        h("input", { name: "subject", value: draft.changeRequest.subject, maxlength: 100 }),
      ),
      h(
        "label",
        { class: "field" },
        h("span", {}, "Description"),
        h("textarea", { name: "description", rows: 5, maxlength: 50_000 }, description),
      ),
      submit("Save"),
    ),
  );
}

/** The person's actions. Each form names the revision shown, and is refused for any other. */
function decisions(request: AppRequest, draft: LoadedDraft, checks: Checks): Child {
  const { space, changeRequest, name } = draft;
  const action = viewHref(request, name);
  const { permissions } = space;
  const seen = hidden("revision", draft.revision);
  const one = (value: string, label: string, attributes = {}) =>
    postForm(request, action, { class: "inline" }, seen, hidden("action", value), submit(label, attributes));
  if (changeRequest.status === "archived") {
    return permissions.edit && h("div", { class: "decisions" }, one("open", "Open again"));
  }
  if (changeRequest.status === "merged") return undefined;
  return h(
    "section",
    { "aria-labelledby": "decide" },
    h("h2", { id: "decide" }, "Decide"),
    h(
      "div",
      { class: "decisions" },
      changeRequest.status === "draft" && permissions.edit && one("open", "Open for review"),
      permissions.merge &&
        one("merge", `Merge into ${space.title}`, { class: "button primary", disabled: !isMergeable(checks) }),
      changeRequest.outdated && permissions.edit && one("update", "Update from the space"),
      permissions.edit && one("archive", "Archive"),
    ),
    isMergeable(checks) && permissions.merge
      ? undefined
      : h("p", { class: "small" }, findMergeObstacle(space) ?? "It can be merged once the checks pass."),
    permissions.review &&
      h(
        "details",
        { class: "write" },
        h("summary", {}, "Review"),
        postForm(
          request,
          action,
          {},
          seen,
          hidden("action", "review"),
          h(
            "fieldset",
            {},
            h("legend", {}, "Your verdict"),
            h(
              "label",
              {},
              h("input", { type: "radio", name: "verdict", value: "approved", required: true }),
              " Approve",
            ),
            h(
              "label",
              {},
              h("input", { type: "radio", name: "verdict", value: "changes-requested" }),
              " Ask for changes",
            ),
          ),
          h(
            "label",
            { class: "field" },
            h("span", {}, "Reasons, if any"),
            h("textarea", { name: "text", rows: 3, maxlength: 20_000 }),
          ),
          submit("Submit review"),
        ),
      ),
  );
}

/** Authors, reviewers and pending reviews. */
async function drawParticipants(request: AppRequest, draft: LoadedDraft): Promise<Child> {
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
  const possibleReviewers = (members?.items ?? []).filter(({ user }) => user.id !== draft.changeRequest.createdBy?.id);
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
      h(
        "details",
        { class: "write" },
        h("summary", {}, "Activity: what was done, by whom and with which tool"),
        drawActs(acts),
      ),
    canAsk &&
      possibleReviewers.length > 0 &&
      h(
        "details",
        { class: "write" },
        h("summary", {}, "Request a review"),
        postForm(
          request,
          viewHref(request, draft.name),
          {},
          hidden("action", "ask"),
          h(
            "label",
            { class: "field" },
            h("span", {}, "Reviewer"),
            h(
              "select",
              { name: "reviewer" },
              possibleReviewers.map(({ user }) => h("option", { value: user.id }, user.displayName)),
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
  /** Each tool with the number of write calls. */
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
