import { countDocuments } from "../../contract/models/page.ts";
import { h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { badge, count, drawTime, emptyNote, link } from "../layout/parts.ts";
import { contentCrumbs, everyPage, type LoadedContent, pageRoute, sidebar } from "./content-frame.ts";
import { drawMerging } from "./merging.ts";

/** The overview of a space: open change requests, and its pages. */
export async function showSpace(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const { space, pages, name } = content;
  const total = countDocuments([...everyPage(pages)]);
  const changes = request.href({ kind: "view", ...name, view: "changes", path: "" });
  const site = space.urls.published;
  return {
    title: space.title || "Untitled space",
    organization: space.organization,
    breadcrumbs: contentCrumbs(request, content),
    sidebar: sidebar(request, content),
    version: space.revision,
    main: [
      h(
        "h1",
        {},
        space.emoji !== "" && `${String.fromCodePoint(Number.parseInt(space.emoji, 16) || 0x1f4c4)} `,
        space.title || "Untitled space",
      ),
      h(
        "p",
        { class: "facts" },
        badge(space.visibility),
        space.editMode === "locked" && badge("locked"),
        ` ${count(total, "page")}, changed `,
        drawTime(space.updatedAt),
        site !== undefined && [", published at ", link(site, site)],
      ),
      h(
        "p",
        {},
        link(
          changes,
          `${count(space.changeRequestsOpen, "open change request")}, ${count(space.changeRequestsDraft, "draft")}`,
        ),
      ),
      h("h2", {}, "Pages"),
      pages.length === 0
        ? emptyNote("The space has no pages yet. An agent can write some, or copydesk import brings in a folder.")
        : h(
            "ul",
            { class: "cards-list" },
            pages.map((page) =>
              h(
                "li",
                {},
                link(request.href(pageRoute(name, page)), page.title),
                page.description !== undefined && h("small", {}, ` ${page.description}`),
              ),
            ),
          ),
      await drawMerging(request, space),
    ],
  };
}
