import type { PageResult } from "../../contract/models/search.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { emptyNote, link, nextPage, readPageParameter } from "../layout/parts.ts";
import { contentCrumbs, type LoadedContent } from "./content-frame.ts";
import { sidebar } from "./sidebar.ts";

/** Maximum length of a query in characters. */
const maxQueryChars = 500;

export const readSearchQuery = ({ query }: AppRequest): string => (query.get("q") ?? "").trim().slice(0, maxQueryChars);

/** Searches the pages of one space. */
export async function showSpaceSearch(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const { space, name } = content;
  const searchText = readSearchQuery(request);
  const route = { kind: "view" as const, ...name, view: "search" as const, path: "" };
  const found =
    searchText === ""
      ? undefined
      : await request.client.search.space({
          spaceId: space.id,
          query: searchText,
          limit: 20,
          ...readPageParameter(request),
        });
  return {
    title: searchText === "" ? `Search ${space.title}` : `${searchText} in ${space.title}`,
    organization: space.organization,
    breadcrumbs: contentCrumbs(request, content),
    sidebar: sidebar(request, content),
    main: [
      h("h1", {}, `Search ${space.title}`),
      h(
        "form",
        { class: "filters", action: request.href(route) },
        h(
          "label",
          { class: "field" },
          h("span", {}, "Words"),
          h("input", { type: "search", name: "q", value: searchText, required: true, maxlength: maxQueryChars }),
        ),
        h("button", { class: "button" }, "Search"),
      ),
      found?.items.length === 0 && emptyNote("No page has these words."),
      found?.items.map((result) => drawResult(request, space, result)),
      nextPage(request, request.href(route), found?.next),
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

function highlighted(body: string, ranges: readonly { readonly start: number; readonly end: number }[]): Child {
  const children: Child[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at) continue;
    children.push(body.slice(at, start), h("mark", {}, body.slice(start, end)));
    at = end;
  }
  children.push(body.slice(at));
  return children;
}
