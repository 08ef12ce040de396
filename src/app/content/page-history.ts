import type { AppPlace } from "../../contract/app-addresses.ts";
import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { Page } from "../../contract/models/page.ts";
import { inGroups } from "../../desk/reads.ts";
import { type Child, h } from "../../site/index.ts";
import { isPageChange } from "../../tools/review/changes.ts";
import type { AppPage } from "../app-page.ts";
import type { AppRequest } from "../app-request.ts";
import { link, nextPage, nothing, pageAsked, table, timeOf } from "../layout/parts.ts";
import { contentCrumbs, sidebar } from "./content-frame.ts";
import type { LoadedContent } from "./loaded-content.ts";

/** Merges that are looked through for one page. */
const mostLookedAt = 50;

/** Which merges changed a page, the newest first, each with the comparison of its two sides. */
export async function changesOfPage(
  request: AppRequest,
  content: LoadedContent,
  page: Page,
  place: AppPlace,
): Promise<Child> {
  const { client } = request;
  const { space, name } = content;
  const merged = await client.changeRequests.listInSpace({ spaceId: space.id, status: "merged", limit: mostLookedAt });
  const touching = await inGroups(merged.items, async (changeRequest) => {
    const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: 1000 };
    const { changes } = await client.changeRequestContent.changes(names);
    const kinds = changes.flatMap((change) =>
      isPageChange(change) && change.page.id === page.id ? [change.type.replace("page_", "")] : [],
    );
    return kinds.length === 0 ? [] : [{ changeRequest, kinds: [...new Set(kinds)].join(", ") }];
  });
  const rows = touching.flat();
  const path = place.kind === "page" ? place.path : "";
  return [
    rows.length === 0
      ? nothing("No merged change request changed it.")
      : table(
          ["When", "Who", "What", "Change request", "Compare"],
          rows.map(({ changeRequest, kinds }) => [
            timeOf(changeRequest.mergedAt),
            changeRequest.mergedBy?.displayName ?? "",
            kinds,
            changeRequestLink(request, content, changeRequest),
            comparison(request, content, changeRequest, path),
          ]),
        ),
    merged.next !== undefined && h("p", {}, `Only the ${mostLookedAt} newest merges were looked at.`),
    h(
      "p",
      {},
      link(request.href({ kind: "view", ...name, view: "compare", path }), "Compare any two revisions of this page"),
    ),
  ];
}

function changeRequestLink(request: AppRequest, { name }: LoadedContent, { number, subject }: ChangeRequest): Child {
  return link(request.href({ kind: "content", ...name, changeRequest: number }), `#${number} ${subject}`);
}

function comparison(request: AppRequest, { name }: LoadedContent, changeRequest: ChangeRequest, path: string): Child {
  const from = changeRequest.revisionMergedAncestor ?? changeRequest.revisionInitial;
  const to = changeRequest.revisionMerged;
  if (to === undefined) return undefined;
  return link(
    request.href({ kind: "view", ...name, changeRequest: undefined, view: "compare", path }, { from, to }),
    "Compare",
  );
}

/** What was merged into a space, by whom and when. */
export async function showHistory(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const { client } = request;
  const { space, name } = content;
  const merged = await client.changeRequests.listInSpace({
    spaceId: space.id,
    status: "merged",
    limit: 50,
    ...pageAsked(request),
  });
  const place = { kind: "view" as const, ...name, view: "history" as const, path: "" };
  return {
    title: `History of ${space.title}`,
    organization: space.organization,
    sidebar: sidebar(request, content),
    breadcrumbs: contentCrumbs(request, content),
    version: space.revision,
    main: [
      h("h1", {}, "History"),
      h("p", { class: "facts" }, "The space is at revision ", h("code", {}, space.revision), "."),
      merged.items.length === 0
        ? nothing("No change request was merged yet.")
        : table(
            ["When", "Who", "Change request", "Made by", "Compare"],
            merged.items.map((changeRequest) => [
              timeOf(changeRequest.mergedAt),
              changeRequest.mergedBy?.displayName ?? "",
              changeRequestLink(request, content, changeRequest),
              changeRequest.createdBy?.displayName ?? "",
              comparison(request, content, changeRequest, ""),
            ]),
          ),
      nextPage(request, request.href(place), merged.next),
    ],
  };
}
