import type { AppPlace } from "../../contract/app-addresses.ts";
import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { Page } from "../../contract/models/page.ts";
import { inGroups } from "../../desk/reads.ts";
import type { ListedRevision } from "../../platform/audit/index.ts";
import { type Child, h } from "../../site/index.ts";
import { isPageChange } from "../../tools/review/changes.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { drawThrough, link, nextPage, nothing, submit, table, timeOf } from "../layout/parts.ts";
import { contentCrumbs, type LoadedContent, sidebar } from "./content-frame.ts";

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

const perPage = 50;

/** Every revision of a space, or of a change request, with who made it and through what; any two are compared. */
export async function showHistory(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const { space, name, changeRequest, revision } = content;
  const asked = /^[\w-]{1,100}$/.exec(request.query.get("page") ?? "")?.[0];
  const found = await request.records.listRevisions({
    space: space.id,
    from: asked ?? revision,
    until: changeRequest?.revisionInitial,
    limit: perPage + 1,
  });
  const shown = found.slice(0, perPage);
  const next = found[perPage];
  const place = { kind: "view" as const, ...name, view: "history" as const, path: "" };
  const whole = { ...name, changeRequest: undefined };
  const compare = { kind: "view" as const, ...whole, view: "compare" as const, path: "" };
  const of = changeRequest === undefined ? space.title : `change request #${changeRequest.number}`;
  return {
    title: `History of ${of}`,
    organization: space.organization,
    sidebar: sidebar(request, content),
    breadcrumbs: contentCrumbs(request, content),
    version: revision,
    main: [
      h("h1", {}, changeRequest === undefined ? "History" : `History of change request #${changeRequest.number}`),
      h("p", { class: "facts" }, "It is at revision ", h("code", {}, revision), "."),
      shown.length === 0
        ? nothing(changeRequest === undefined ? "There is no revision yet." : "Nothing was edited in it yet.")
        : h(
            "form",
            { action: request.href(compare) },
            table(
              ["From", "To", "When", "Who", "Through", "What", "Compare"],
              shown.map((one, index) => [
                pick("from", one, index === Math.min(1, shown.length - 1)),
                pick("to", one, index === 0),
                timeOf(one.createdAt),
                one.user ?? "Former user",
                one.through === undefined ? "" : drawThrough(one.through),
                one.merged === undefined
                  ? (revisionWords[one.type] ?? one.type)
                  : [
                      "merged ",
                      link(
                        request.href({ kind: "content", ...whole, changeRequest: one.merged.number }),
                        `#${one.merged.number} ${one.merged.subject}`,
                      ),
                    ],
                one.parent !== undefined &&
                  h(
                    "a",
                    {
                      href: request.href(compare, { from: one.parent, to: one.id }),
                      "aria-label": `Compare revision ${one.id} with the one before`,
                    },
                    "with the one before",
                  ),
              ]),
            ),
            shown.length > 1 && submit("Compare the chosen two"),
          ),
      nextPage(request, request.href(place), next && { page: next.id }),
    ],
  };
}

const revisionWords: Readonly<Record<string, string>> = {
  edits: "edited",
  merge: "merged",
  rollback: "rolled back",
  update: "updated from the space",
  computed: "computed pages",
};

const pick = (name: "from" | "to", { id, createdAt }: ListedRevision, checked: boolean): Child =>
  h("input", {
    type: "radio",
    name,
    value: id,
    checked,
    required: true,
    "aria-label": `${name === "from" ? "From" : "To"} the revision of ${createdAt}, ${id}`,
  });
