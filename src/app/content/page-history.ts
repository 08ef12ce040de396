import type { AppRoute, ContentName } from "../../contract/app-addresses.ts";
import type { Page } from "../../contract/models/page.ts";
import type { ListedRevision } from "../../platform/access/audit/index.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { drawThrough, drawTime, emptyNote, link, nextPage, submit, table } from "../layout/parts.ts";
import { contentCrumbs, type LoadedContent } from "./content-frame.ts";
import { sidebar } from "./sidebar.ts";

const perPage = 50;

/** Every revision that changed a page, newest first; any two can be compared. */
export async function changesOfPage(
  request: AppRequest,
  content: LoadedContent,
  page: Page,
  route: AppRoute,
): Promise<Child> {
  const { space, name, changeRequest, revision } = content;
  const { revisions, next } = await request.records.listPageRevisions({
    space: space.id,
    page: page.id,
    from: readStart(request) ?? revision,
    until: changeRequest?.revisionInitial,
    limit: perPage,
  });
  const compare = { kind: "view" as const, ...whole(name), view: "compare" as const, path: page.path ?? page.id };
  return [
    revisions.length === 0
      ? emptyNote(
          changeRequest === undefined ? "No revision changed it." : "This change request does not change the page.",
        )
      : revisionTable(request, revisions, compare, (one) => [
          one.change,
          one.merged !== undefined && [", in ", mergedLink(request, content, one.merged)],
        ]),
    nextPage(request, request.href(route), next === undefined ? undefined : { page: next }),
    changeRequest !== undefined &&
      h("p", {}, link(request.href(toSpaceRoute(route), { view: "history" }), "History before this change request")),
  ];
}

const readStart = ({ query }: AppRequest) => /^[\w-]{1,100}$/.exec(query.get("page") ?? "")?.[0];

const whole = (name: ContentName): ContentName => ({ ...name, changeRequest: undefined });

/** The same page in the space. */
const toSpaceRoute = (route: AppRoute): AppRoute =>
  route.kind === "page" ? { ...route, changeRequest: undefined } : route;

function mergedLink(request: AppRequest, { name }: LoadedContent, { number, subject }: Merged): Child {
  return link(
    request.href({ kind: "content", ...name, changeRequest: number }),
    subject === "" ? `#${number}` : `#${number} ${subject}`,
  );
}

type Merged = NonNullable<ListedRevision["merged"]>;

/** A form to choose two revisions to compare. */
function revisionTable<Revision extends ListedRevision>(
  request: AppRequest,
  revisions: readonly Revision[],
  compare: AppRoute,
  what: (revision: Revision) => Child,
): Child {
  return h(
    "form",
    { action: request.href(compare) },
    table(
      ["From", "To", "When", "Who", "Through", "What", "Compare"],
      revisions.map((one, index) => [
        pick("from", one, index === Math.min(1, revisions.length - 1)),
        pick("to", one, index === 0),
        drawTime(one.createdAt),
        one.user ?? "Former user",
        one.through === undefined ? "" : drawThrough(one.through),
        what(one),
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
    revisions.length > 1 && submit("Compare the chosen two"),
  );
}

/** Every revision of a space or change request, with its author and program; any two can be compared. */
export async function showHistory(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const { space, name, changeRequest, revision } = content;
  const found = await request.records.listRevisions({
    space: space.id,
    from: readStart(request) ?? revision,
    until: changeRequest?.revisionInitial,
    limit: perPage + 1,
  });
  const shown = found.slice(0, perPage);
  const next = found[perPage];
  const route = { kind: "view" as const, ...name, view: "history" as const, path: "" };
  const compare = { kind: "view" as const, ...whole(name), view: "compare" as const, path: "" };
  const of = changeRequest === undefined ? space.title : `change request #${changeRequest.number}`;
  return {
    title: `History of ${of}`,
    organization: space.organization,
    sidebar: sidebar(request, content),
    breadcrumbs: contentCrumbs(request, content),
    version: revision,
    main: [
      h("h1", {}, changeRequest === undefined ? "History" : `History of change request #${changeRequest.number}`),
      h("p", { class: "facts" }, "Current revision: ", h("code", {}, revision)),
      shown.length === 0
        ? emptyNote(changeRequest === undefined ? "There is no revision yet." : "Nothing was edited in it yet.")
        : revisionTable(request, shown, compare, (one) =>
            one.merged === undefined
              ? (revisionWords[one.type] ?? one.type)
              : ["merged ", mergedLink(request, content, one.merged)],
          ),
      nextPage(request, request.href(route), next && { page: next.id }),
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
