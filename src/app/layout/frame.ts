import { type Child, h, htmlDocument } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { assetPath } from "../assets.ts";
import { listTitles } from "./parts.ts";

/** Confirmation messages of forms, by the word in the redirect address. */
const doneWords: Readonly<Record<string, string>> = {
  merged: "Merged: readers of the space see it now.",
  updated: "The change request was updated from the space.",
  conflicts: "The change request was updated from the space, and conflicts remain to be resolved.",
  archived: "Archived.",
  opened: "Opened for review.",
  approved: "You approved it.",
  "changes-requested": "You asked for changes.",
  commented: "Your comment is posted.",
  replied: "Your reply is posted.",
  resolved: "The comment is resolved.",
  reopened: "The comment is open again.",
  saved: "Saved.",
  settled: "The conflict is resolved.",
  described: "Saved.",
  muted: "Muted.",
  unmuted: "No longer muted.",
  asked: "Review requested.",
  cancelled: "The job ends as soon as it can.",
  started: "Started.",
};

export function renderFrame(request: AppRequest, page: AppPage): string {
  const { context, person } = request;
  const done = doneWords[request.query.get("done") ?? ""];
  const { sidebar } = page;
  const classes = ["page", "desk", sidebar ? "has-toc" : "", page.isWide === true ? "wide" : ""];
  return htmlDocument(
    h(
      "html",
      { lang: "en" },
      h(
        "head",
        {},
        h("meta", { charset: "utf-8" }),
        h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
        h("meta", { name: "robots", content: "noindex" }),
        h("title", {}, `${page.title} · Copydesk`),
        (["colors.css", "site.css", "changes.css", "app.css"] as const).map((name) =>
          h("link", { rel: "stylesheet", href: assetPath(context.addresses, name) }),
        ),
        h("link", { rel: "icon", href: "data:," }),
        h("script", { src: assetPath(context.addresses, "app.js"), type: "module" }),
      ),
      h(
        "body",
        {},
        h("a", { class: "skip", href: "#content" }, "Skip to content"),
        header(request, page, person.name),
        h(
          "div",
          { class: classes.filter(Boolean).join(" ") },
          sidebar,
          h(
            "main",
            {
              id: "content",
              tabindex: -1,
              "data-version": page.version,
              "data-live": page.version === undefined ? undefined : context.addresses.path("/app/~live"),
            },
            crumbs(page),
            done !== undefined && h("p", { class: "hint hint-success done", role: "status" }, done),
            page.main,
          ),
        ),
        h("div", { class: "said", role: "status", id: "said" }),
      ),
    ),
  );
}

function header(request: AppRequest, { organization }: AppPage, name: string): Child {
  const lists: Child[] =
    organization === undefined
      ? []
      : (["changes", "issues", "translations", "openapi", "sites", "members", "jobs", "audit"] as const).map((list) =>
          h("li", {}, h("a", { href: request.href({ kind: "list", organization, list }) }, listTitles[list])),
        );
  return h(
    "header",
    { class: "bar" },
    h(
      "div",
      { class: "bar-inner" },
      h("a", { class: "logo", href: request.href({ kind: "home" }) }, "Copydesk"),
      organization !== undefined && searchForm(request, organization),
      h(
        "details",
        { class: "dropdown menu" },
        h("summary", {}, "Menu"),
        h(
          "nav",
          { "aria-label": "Desk" },
          h(
            "ul",
            {},
            organization !== undefined &&
              h("li", {}, h("a", { href: request.href({ kind: "organization", organization }) }, "Spaces")),
            lists,
            h("li", {}, h("a", { href: request.context.addresses.path("/app/account#tokens") }, "Tokens and agents")),
            h("li", {}, h("a", { href: request.context.addresses.path("/app/account") }, `Account of ${name}`)),
          ),
        ),
      ),
    ),
  );
}

function searchForm(request: AppRequest, organization: string): Child {
  return h(
    "form",
    {
      class: "search",
      role: "search",
      action: request.href({ kind: "list", organization, list: "search" }),
    },
    h("input", { type: "search", name: "q", "aria-label": "Search all spaces", placeholder: "Search", required: true }),
  );
}

function crumbs({ breadcrumbs = [] }: AppPage): Child {
  if (breadcrumbs.length === 0) return undefined;
  return h(
    "nav",
    { class: "breadcrumbs", "aria-label": "Breadcrumb" },
    h(
      "ol",
      {},
      breadcrumbs.map(({ title, href }) => h("li", {}, href === undefined ? title : h("a", { href }, title))),
    ),
  );
}
