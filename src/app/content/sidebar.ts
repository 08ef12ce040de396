import type { ContentView } from "../../contract/app-addresses.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppRequest } from "../app-request.ts";
import { link } from "../layout/parts.ts";
import { type LoadedContent, pageRoute, pagesById } from "./content-frame.ts";

const viewTitles: readonly (readonly [ContentView, string])[] = [
  ["changes", "Change requests"],
  ["history", "History"],
  ["compare", "Compare revisions"],
  ["files", "Files"],
  ["links", "Links"],
  ["git", "Git"],
  ["search", "Search"],
];

/** For a change request, only its own views. */
const draftViews: ReadonlySet<ContentView> = new Set(["history", "files"]);

/** Pages listed at once: about 50 kB of markup. */
const maxListed = 300;

/** The query parameter for the number of pages that are left out at the beginning. */
const startParameter = "tree";

/** The sidebar: views of a space, and its pages. */
export function sidebar(request: AppRequest, content: LoadedContent, current?: string): Child {
  const { name, changeRequest } = content;
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
          const here = request.context.url.pathname.includes(`/~/${view}`);
          const href = request.href({ kind: "view", ...name, view, path: "" });
          return h("li", {}, h("a", { href, "aria-current": here ? "page" : undefined }, title));
        }),
      ),
      h("p", {}, "Pages"),
      drawTree(request, content, current),
    ),
  );
}

/** The pages in order. If there are too many, those around the current page, with links to the others. */
function drawTree(request: AppRequest, content: LoadedContent, current: string | undefined): Child {
  const total = pagesById(content.pages).size;
  const start = readStart(request, content, current);
  const end = start + maxListed;
  let position = 0;
  /** The listed pages, and the pages above them. */
  const drawLevel = (pages: readonly PageSummary[]): Child[] => {
    const drawn: Child[] = [];
    for (const page of pages) {
      if (position >= end) break;
      const isListed = position >= start;
      position += 1;
      const below = drawLevel(page.pages ?? []);
      if (!isListed && below.length === 0) continue;
      drawn.push(h("li", {}, drawEntry(request, content, page, current), below.length > 0 && h("ul", {}, below)));
    }
    return drawn;
  };
  return [
    start > 0 && h("ul", {}, h("li", {}, portionLink(request, start - maxListed, `Show ${start} earlier pages`))),
    h("ul", {}, drawLevel(content.pages)),
    total > end && h("ul", {}, h("li", {}, portionLink(request, end, `Show ${total - end} later pages`))),
  ];
}

/** Where the address starts the list, or where the portion with the current page starts. */
function readStart({ query }: AppRequest, { pages }: LoadedContent, current: string | undefined): number {
  const known = pagesById(pages);
  if (known.size <= maxListed) return 0;
  const requestedStart = /^\d{1,9}$/.exec(query.get(startParameter) ?? "")?.[0];
  const position =
    requestedStart === undefined
      ? [...known.keys()].indexOf(current ?? "")
      : Math.min(Number(requestedStart), known.size - 1);
  return Math.floor(Math.max(position, 0) / maxListed) * maxListed;
}

/** A link to the same view with another portion of the pages. */
function portionLink({ context, query }: AppRequest, start: number, words: string): Child {
  const sameView = new URLSearchParams(query);
  sameView.delete("done");
  sameView.set(startParameter, String(start));
  return link(`${context.addresses.path(context.url.pathname)}?${sameView}`, words);
}

function drawEntry(
  request: AppRequest,
  { name }: LoadedContent,
  page: PageSummary,
  current: string | undefined,
): Child {
  const title = page.linkTitle ?? page.title;
  if (page.type === "link" && page.href !== undefined) return h("a", { href: page.href, rel: "noopener" }, title);
  return h(
    "a",
    { href: request.href(pageRoute(name, page)), "aria-current": page.id === current ? "page" : undefined },
    title,
    page.hidden === true && h("small", {}, " (hidden)"),
  );
}
