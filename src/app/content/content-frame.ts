import type { ContentView } from "../../contract/app-addresses.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import { type Child, h } from "../../site/index.ts";
import type { Crumb } from "../app-page.ts";
import type { AppRequest } from "../app-request.ts";
import { type LoadedContent, pagePlace } from "./loaded-content.ts";

const viewTitles: readonly (readonly [ContentView, string])[] = [
  ["changes", "Change requests"],
  ["history", "History"],
  ["compare", "Compare revisions"],
  ["files", "Files"],
  ["links", "Links"],
  ["git", "Git"],
  ["search", "Search"],
];

/** Of a change request only what is its own. */
const draftViews: ReadonlySet<ContentView> = new Set(["history", "files"]);

/** Beside the text: what there is of a space, and its pages. */
export function sidebar(request: AppRequest, content: LoadedContent, current?: string): Child {
  const { name, changeRequest, pages } = content;
  const home = { kind: "content" as const, ...name };
  const views = viewTitles.filter(([view]) => changeRequest === undefined || draftViews.has(view));
  return h(
    "nav",
    { class: "toc desk-toc", "aria-label": "Pages of the space" },
    h(
      "details",
      { class: "toc-fold", open: true },
      h("summary", {}, "Pages and views"),
      h(
        "ul",
        {},
        changeRequest !== undefined &&
          h("li", {}, h("a", { href: request.href(home) }, `Change request #${changeRequest.number}`)),
        views.map(([view, title]) => {
          const here = request.visit.url.pathname.includes(`/~/${view}`);
          const href = request.href({ kind: "view", ...name, view, path: "" });
          return h("li", {}, h("a", { href, "aria-current": here ? "page" : undefined }, title));
        }),
      ),
      h("p", {}, "Pages"),
      tree(request, content, pages, current),
    ),
  );
}

function tree(
  request: AppRequest,
  content: LoadedContent,
  pages: readonly PageSummary[],
  current: string | undefined,
): Child {
  return h(
    "ul",
    {},
    pages.map((page) => {
      const title = page.linkTitle ?? page.title;
      const isCurrent = page.id === current;
      const entry =
        page.type === "link" && page.href !== undefined
          ? h("a", { href: page.href, rel: "noopener" }, title)
          : h(
              "a",
              {
                href: request.href(pagePlace(content.name, page)),
                "aria-current": isCurrent ? "page" : undefined,
              },
              title,
              page.hidden === true && h("small", {}, " (hidden)"),
            );
      return h(
        "li",
        {},
        entry,
        page.pages !== undefined && page.pages.length > 0 && tree(request, content, page.pages, current),
      );
    }),
  );
}

export function contentCrumbs(request: AppRequest, { space, name, changeRequest }: LoadedContent): Crumb[] {
  const { organization } = name;
  return [
    { title: "Spaces", href: request.href({ kind: "organization", organization }) },
    { title: space.title || "Untitled space", href: request.href({ kind: "content", organization, space: space.id }) },
    ...(changeRequest === undefined
      ? []
      : [
          {
            title: "Change requests",
            href: request.href({ kind: "view", organization, space: space.id, view: "changes", path: "" }),
          },
          { title: `#${changeRequest.number}`, href: request.href({ kind: "content", ...name }) },
        ]),
  ];
}
