import { countDocuments } from "../../contract/models/page.ts";
import { h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { skipIn } from "../difference/show-difference.ts";
import { takePortion } from "../layout/list-portion.ts";
import { badge, count, drawTime, emptyNote, link } from "../layout/parts.ts";
import { contentCrumbs, everyPage, type LoadedContent, pageRoute } from "./content-frame.ts";
import { drawMerging } from "./merging.ts";
import { sidebar } from "./sidebar.ts";

/** Pages at the root that are listed at once. */
const maxListed = 200;

/** The overview of a space: open change requests, and its pages. */
export async function showSpace(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const { space, pages, name } = content;
  const total = countDocuments([...everyPage(pages)]);
  const changes = request.href({ kind: "view", ...name, view: "changes", path: "" });
  const site = space.urls.published;
  const portion = takePortion(pages, {
    skip: skipIn(request.query),
    maxItems: maxListed,
    hrefAt: (skip) => request.href({ kind: "content", ...name }, { skip: skip === 0 ? undefined : String(skip) }),
  });
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
        : [
            portion.before,
            h(
              "ul",
              { class: "cards-list" },
              portion.items.map((page) =>
                h(
                  "li",
                  {},
                  link(request.href(pageRoute(name, page)), page.title),
                  page.description !== undefined && h("small", {}, ` ${page.description}`),
                ),
              ),
            ),
            portion.after,
          ],
      await drawMerging(request, space),
    ],
  };
}
