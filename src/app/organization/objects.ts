import type { AppRoute } from "../../contract/app-addresses.ts";
import { toMarkdown } from "../../present/document.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { drawText } from "../changes/discussion.ts";
import {
  badge,
  choice,
  drawTime,
  emptyNote,
  facts,
  hidden,
  link,
  listCrumbs,
  postForm,
  submit,
  table,
} from "../layout/parts.ts";
import { showSpecification } from "./specification.ts";
import { showTranslation } from "./translation.ts";

type ObjectRoute = Exclude<AppRoute, { readonly kind: "home" | "organization" | "list" | "content" | "page" | "view" }>;

type SimpleObjectRoute = Exclude<ObjectRoute, { readonly kind: "integration" | "spec" | "translation" }>;

async function showCollection(request: AppRequest, { organization, id }: SimpleObjectRoute): Promise<AppPage> {
  const { client } = request;
  const [collection, spaces] = await Promise.all([
    client.collections.get({ collectionId: id }),
    client.collections.listSpaces({ collectionId: id, limit: 200 }),
  ]);
  return {
    title: collection.title || "Untitled collection",
    organization,
    breadcrumbs: [{ title: "Spaces", href: request.href({ kind: "organization", organization }) }],
    main: [
      h("h1", {}, collection.title || "Untitled collection"),
      spaces.items.length === 0
        ? emptyNote("It holds no space.")
        : h(
            "ul",
            { class: "cards-list" },
            spaces.items.map((space) =>
              h("li", {}, link(request.href({ kind: "content", organization, space: space.id }), space.title)),
            ),
          ),
    ],
  };
}

async function showSite(request: AppRequest, { organization, id }: SimpleObjectRoute): Promise<AppPage> {
  const { client } = request;
  const names = { organizationId: organization, siteId: id };
  const [site, spaces] = await Promise.all([client.sites.get(names), client.siteSpaces.list({ ...names, limit: 200 })]);
  const { published } = site.urls;
  return {
    title: site.title,
    organization,
    breadcrumbs: listCrumbs(request, organization, "sites"),
    main: [
      h("h1", {}, site.title),
      facts([
        ["Visibility", badge(site.visibility)],
        ["Published at", published === undefined ? "not published" : link(published, published)],
      ]),
      h("h2", {}, "Spaces"),
      h(
        "ul",
        { class: "cards-list" },
        spaces.items.map(({ space, title }) =>
          h("li", {}, link(request.href({ kind: "content", organization, space: space.id }), title || space.title)),
        ),
      ),
      await readerFeedback(
        request,
        id,
        spaces.items.map(({ space }) => space.id),
      ),
    ],
  };
}

/** Readers' feedback on the pages of spaces that the person may read. */
async function readerFeedback({ records }: AppRequest, site: string, spaces: readonly string[]): Promise<Child> {
  const { pages, comments } = await records.listPageFeedback({ site, spaces: [...new Set(spaces)] });
  const toPath = (url: string) => (URL.canParse(url) ? decodeURI(new URL(url).pathname) : url);
  return [
    h("h2", {}, "What readers say"),
    pages.length === 0
      ? emptyNote("No reader has rated a page yet. Pages ask for a rating if feedback is on in the customization.")
      : table(
          ["Page", "Helpful", "So-so", "Not helpful"],
          pages.map(({ url, good, ok, bad }) => [link(url, toPath(url)), good, ok, bad]),
        ),
    comments.map(({ url, rating, comment, createdAt }) =>
      h(
        "article",
        { class: "comment", "aria-label": `Reader of ${toPath(url)}` },
        h("p", { class: "facts" }, badge(rating), " ", link(url, toPath(url)), " ", drawTime(createdAt)),
        h("p", { class: "plain" }, comment),
      ),
    ),
  ];
}

async function showConversation(request: AppRequest, { organization, id }: SimpleObjectRoute): Promise<AppPage> {
  const transcript = await request.client.conversations.get({ organizationId: organization, conversationId: id });
  const { conversation, parts } = transcript;
  const title = conversation.subject ?? "Conversation";
  return {
    title,
    organization,
    breadcrumbs: listCrumbs(request, organization, "issues"),
    main: [
      h("h1", {}, title),
      facts([
        ["From", conversation.source],
        ["Began", drawTime(conversation.createdAt)],
        ["Impact", conversation.impact === undefined ? "not read yet" : badge(conversation.impact)],
      ]),
      parts.map(({ role, body }) =>
        h(
          "article",
          { class: "comment", "aria-label": role },
          h("p", { class: "facts" }, role),
          h("p", { class: "plain" }, body),
        ),
      ),
    ],
  };
}

async function showIssue(request: AppRequest, { organization, id }: SimpleObjectRoute): Promise<AppPage> {
  const { client } = request;
  const names = { organizationId: organization, clusterId: id };
  const [cluster, issues, changeRequests, spaces] = await Promise.all([
    client.issueClusters.get(names),
    client.conversationIssues.list({ organizationId: organization, cluster: id, limit: 50 }),
    client.changeRequests.listInOrganization({
      organizationId: organization,
      conversationsIssuesCluster: id,
      status: ["open", "draft", "merged"],
    }),
    client.spaces.list({ organizationId: organization, limit: 200 }),
  ]);
  const action = request.href({ kind: "issue", organization, id });
  const editable = spaces.items.filter(({ permissions }) => permissions.edit);
  return {
    title: cluster.label,
    organization,
    breadcrumbs: listCrumbs(request, organization, "issues"),
    version: `${cluster.updatedAt} ${cluster.muted} ${changeRequests.items.map(({ id: one, status }) => one + status)}`,
    main: [
      h("h1", {}, cluster.label),
      h(
        "p",
        { class: "facts" },
        badge(cluster.impact),
        cluster.muted && [" ", badge("muted")],
        ` ${cluster.stats.issues} issues from ${cluster.stats.conversations} conversations`,
      ),
      h("div", { class: "content" }, await drawText(await toMarkdown(cluster.summary))),
      h(
        "div",
        { class: "decisions" },
        postForm(
          request,
          action,
          { class: "inline" },
          hidden("action", cluster.muted ? "unmute" : "mute"),
          submit(cluster.muted ? "Unmute" : "Mute"),
        ),
        editable.length > 0 &&
          postForm(
            request,
            action,
            { class: "filters" },
            hidden("action", "propose"),
            choice(
              "Space",
              "space",
              editable[0]?.id ?? "",
              editable.map(({ id: space, title }) => [space, title] as const),
            ),
            submit("Open a change request"),
          ),
      ),
      changeRequests.items.length > 0 && [
        h("h2", {}, "Change requests"),
        h(
          "ul",
          {},
          changeRequests.items.map(({ number, subject, space, status }) =>
            h(
              "li",
              {},
              badge(status),
              " ",
              link(
                request.href({ kind: "content", organization, space, changeRequest: number }),
                subject || `#${number}`,
              ),
            ),
          ),
        ),
      ],
      h("h2", {}, "Issues"),
      issues.items.map(({ issue, conversation }) =>
        h(
          "section",
          { class: "result" },
          h("h3", {}, issue.title),
          h(
            "p",
            { class: "facts" },
            badge(issue.impact),
            " from ",
            link(
              request.href({ kind: "conversation", organization, id: conversation.id }),
              conversation.subject ?? "a conversation",
            ),
          ),
        ),
      ),
    ],
  };
}

async function showInstallation(request: AppRequest, { organization, id }: SimpleObjectRoute): Promise<AppPage> {
  const integration = await request.client.integrations.get({ integrationName: id });
  const { items } = await request.client.installations.list({ integrationName: id, limit: 100 });
  const here = items.filter(({ target }) => target.organization === organization);
  return {
    title: integration.title,
    organization,
    breadcrumbs: [{ title: "Spaces", href: request.href({ kind: "organization", organization }) }],
    main: [
      h("h1", {}, integration.title),
      integration.description !== undefined && h("p", {}, integration.description),
      here.length === 0
        ? emptyNote("It is not installed in this organization.")
        : table(
            ["Installation", "State", "Changed"],
            here.map(({ id: installation, status, updatedAt }) => [installation, badge(status), drawTime(updatedAt)]),
          ),
    ],
  };
}

async function showIntegration(request: AppRequest, id: string): Promise<AppPage> {
  const integration = await request.client.integrations.get({ integrationName: id });
  return {
    title: integration.title,
    main: [
      h("h1", {}, integration.title),
      integration.description !== undefined && h("p", {}, integration.description),
      facts([
        ["Name", integration.name],
        ["Visibility", integration.visibility],
      ]),
    ],
  };
}

const shows: Readonly<
  Record<SimpleObjectRoute["kind"], (request: AppRequest, route: SimpleObjectRoute) => Promise<AppPage>>
> = {
  collection: showCollection,
  site: showSite,
  conversation: showConversation,
  issue: showIssue,
  installation: showInstallation,
};

/** An object of an organization other than content. Throws `NotFound`. */
export function showObject(request: AppRequest, route: ObjectRoute): Promise<AppPage> {
  if (route.kind === "integration") return showIntegration(request, route.id);
  if (route.kind === "translation") return showTranslation(request, route);
  return route.kind === "spec" ? showSpecification(request, route) : shows[route.kind](request, route);
}
