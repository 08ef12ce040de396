import type { AppRoute } from "../../contract/app-addresses.ts";
import type { Page } from "../../contract/models/page.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { drawTime, emptyNote, hidden, link, postForm, submit, tabs } from "../layout/parts.ts";
import { NotFound } from "../respond.ts";
import { contentCrumbs, type LoadedContent, pageRoute, pathTo } from "./content-frame.ts";
import { createDrawer, typedDocument } from "./draw-page.ts";
import { changesOfPage } from "./page-history.ts";
import { drawLinks } from "./page-links.ts";
import { sidebar } from "./sidebar.ts";

type View = "read" | "markdown" | "links" | "history";

const readView = (value: string | null): View =>
  value === "markdown" || value === "links" || value === "history" ? value : "read";

/** One page: rendered, as Markdown, its links in and out, and its history. */
export async function showPage(request: AppRequest, content: LoadedContent, path: string): Promise<AppPage> {
  const view = readView(request.query.get("view"));
  const page = await findPage(request, content, path, view === "markdown" ? "markdown" : "document");
  const { name } = content;
  const route = pageRoute(name, page);
  const above = pathTo(content.pages, page.id)?.slice(0, -1) ?? [];
  return {
    title: page.title,
    organization: name.organization,
    sidebar: sidebar(request, content, page.id),
    version: content.revision,
    breadcrumbs: [
      ...contentCrumbs(request, content),
      ...above.map((other) => ({ title: other.title, href: request.href(pageRoute(name, other)) })),
    ],
    main: [
      h("h1", {}, page.title),
      page.description !== undefined && h("p", { class: "lead" }, page.description),
      h("p", { class: "facts" }, page.updatedAt !== undefined && ["Changed ", drawTime(page.updatedAt)]),
      tabs(
        "Views of the page",
        (["read", "markdown", "links", "history"] as const).map((other) => ({
          title: { read: "Read", markdown: "Markdown", links: "Links", history: "History" }[other],
          href: request.href(route, { view: other === "read" ? undefined : other }),
          isCurrent: other === view,
        })),
      ),
      editing(request, content, page),
      await body(request, content, page, view, route),
    ],
  };
}

/** Throws `NotFound`. */
export async function findPage(
  { client }: AppRequest,
  { space, revision, pages }: LoadedContent,
  path: string,
  format: "document" | "markdown",
): Promise<Page> {
  const query = { spaceId: space.id, revisionId: revision, format, metadata: false } as const;
  // A page without a path is addressed by its id.
  if (!path.includes("/") && pathTo(pages, path) !== undefined) {
    return client.revisions.getPage({ ...query, pageId: path });
  }
  if (path === "") throw new NotFound();
  return client.revisions.getPageByPath({ ...query, pagePath: path });
}

function editing(request: AppRequest, { space, changeRequest, name }: LoadedContent, page: Page): Child {
  if (!space.permissions.edit || page.type !== "document") return undefined;
  if (changeRequest === undefined) {
    const start = request.href({ kind: "view", ...name, view: "changes", path: "" });
    return postForm(
      request,
      start,
      { class: "inline" },
      hidden("action", "edit"),
      hidden("page", page.id),
      submit("Edit in a new change request"),
    );
  }
  if (changeRequest.status !== "open" && changeRequest.status !== "draft") return undefined;
  const edit = request.href({ kind: "view", ...name, view: "edit", path: page.path ?? page.id });
  return h("p", {}, h("a", { class: "button", href: edit }, "Edit"));
}

async function body(
  request: AppRequest,
  content: LoadedContent,
  page: Page,
  view: View,
  route: AppRoute,
): Promise<Child> {
  switch (view) {
    case "markdown":
      return h("pre", { class: "source", tabindex: 0 }, h("code", {}, page.markdown ?? ""));
    case "links":
      return drawLinks(request, content, page);
    case "history":
      return changesOfPage(request, content, page, route);
    case "read":
      return h("article", { class: "content" }, await readable(request, content, page));
  }
}

async function readable(request: AppRequest, content: LoadedContent, page: Page): Promise<Child> {
  if (page.type === "link")
    return page.href === undefined ? undefined : h("p", {}, "Leads to ", link(page.href, page.href));
  const { document } = page;
  if (document !== undefined && document.nodes.length > 0) {
    const draw = await createDrawer(request, content, document);
    return draw(typedDocument(document).nodes);
  }
  const below = pathTo(content.pages, page.id)?.at(-1)?.pages ?? [];
  if (below.length === 0) return emptyNote("The page has no text.");
  return h(
    "ul",
    {},
    below.map((other) => h("li", {}, link(request.href(pageRoute(content.name, other)), other.title))),
  );
}
