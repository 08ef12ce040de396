import type { PageResult } from "../../contract/models/search.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { link, nextPage, nothing, pageAsked } from "../layout/parts.ts";
import { contentCrumbs, type LoadedContent, sidebar } from "./content-frame.ts";

/** Maximum length of a query in characters. */
const longestQuery = 500;

export const queryAsked = ({ query }: AppRequest): string => (query.get("q") ?? "").trim().slice(0, longestQuery);

/** Searches the pages of one space. */
export async function showSpaceSearch(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const { space, name } = content;
  const asked = queryAsked(request);
  const place = { kind: "view" as const, ...name, view: "search" as const, path: "" };
  const found =
    asked === ""
      ? undefined
      : await request.client.search.space({ spaceId: space.id, query: asked, limit: 20, ...pageAsked(request) });
  return {
    title: asked === "" ? `Search ${space.title}` : `${asked} in ${space.title}`,
    organization: space.organization,
    breadcrumbs: contentCrumbs(request, content),
    sidebar: sidebar(request, content),
    main: [
      h("h1", {}, `Search ${space.title}`),
      h(
        "form",
        { class: "filters", action: request.href(place) },
        h(
          "label",
          { class: "field" },
          h("span", {}, "Words"),
          h("input", { type: "search", name: "q", value: asked, required: true, maxlength: longestQuery }),
        ),
        h("button", { class: "button" }, "Search"),
      ),
      found?.items.length === 0 && nothing("No page has these words."),
      found?.items.map((result) => drawResult(request, space, result)),
      nextPage(request, request.href(place), found?.next),
    ],
  };
}

/** A search result with the matching passages. */
export function drawResult(
  request: AppRequest,
  { id, organization }: { readonly id: string; readonly organization: string },
  result: PageResult,
): Child {
  const href = request.href({ kind: "page", organization, space: id, path: result.path });
  return h(
    "section",
    { class: "result" },
    h("h2", {}, link(href, result.title)),
    (result.sections ?? [])
      .slice(0, 3)
      .map(({ body, highlights = [], path, title }) =>
        h(
          "p",
          {},
          title !== "" && [link(`${href}${path.includes("#") ? path.slice(path.indexOf("#")) : ""}`, title), ": "],
          highlighted(body, highlights),
        ),
      ),
  );
}

function highlighted(body: string, places: readonly { readonly start: number; readonly end: number }[]): Child {
  const children: Child[] = [];
  let at = 0;
  for (const { start, end } of places) {
    if (start < at) continue;
    children.push(body.slice(at, start), h("mark", {}, body.slice(start, end)));
    at = end;
  }
  children.push(body.slice(at));
  return children;
}
