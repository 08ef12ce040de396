import type { MergeConflict } from "../../contract/models/change-request.ts";
import { type Child, h } from "../../site/index.ts";
import { mergeBlockers } from "../../tools/review/merge-blockers.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { contentCrumbs, type LoadedDraft, pathTo } from "../content/content-frame.ts";
import { sidebar } from "../content/sidebar.ts";
import { emptyNote, hidden, link, postForm, submit } from "../layout/parts.ts";
import { isUnmerged } from "./checks.ts";

/** The conflicts of a change request: both sides of each, and a form per page that resolves them. */
export async function showConflicts(request: AppRequest, draft: LoadedDraft): Promise<AppPage> {
  const { changeRequest, space, name } = draft;
  const { ahead, left } = await loadConflicts(request, draft);
  const here = request.href({ kind: "content", ...name });
  return {
    title: `Conflicts of change request #${changeRequest.number}`,
    organization: space.organization,
    breadcrumbs: contentCrumbs(request, draft),
    sidebar: sidebar(request, draft),
    version: `${draft.revision} ${space.revision}`,
    main: [
      h("h1", {}, "Conflicts"),
      h("p", {}, link(here, "Back to the change request")),
      left.size === 0 && ahead.length === 0 && emptyNote("No conflict is left."),
      changeRequest.outdated &&
        ahead.length > 0 && [
          h(
            "p",
            {},
            "The space has changed since. Update from it first: the change request keeps its own side of each passage until you choose.",
          ),
          postForm(
            request,
            here,
            { class: "inline" },
            hidden("revision", draft.revision),
            hidden("action", "update"),
            submit("Update from the space", { class: "button primary" }),
          ),
        ],
      [...left].map(([page, conflicts]) => pageForm(request, draft, page, conflicts)),
      left.size === 0 &&
        ahead.map((conflict) => h("section", { class: "conflict" }, h("h2", {}, conflict.title), sides(conflict))),
    ],
  };
}

/** Recorded conflicts, by page, and those that an update would cause. */
export async function loadConflicts(
  request: AppRequest,
  draft: LoadedDraft,
): Promise<{ left: ReadonlyMap<string, MergeConflict[]>; ahead: readonly MergeConflict[] }> {
  const { space, changeRequest } = draft;
  const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: 1000 };
  const found = await request.client.changeRequestContent.changes(names);
  const left = new Map<string, MergeConflict[]>();
  for (const conflict of found.conflicts ?? []) {
    left.set(conflict.page, [...(left.get(conflict.page) ?? []), conflict]);
  }
  const blockers = isUnmerged(draft)
    ? await mergeBlockers(draft, found, { updateFirst: false }, request.tools)
    : undefined;
  return { left, ahead: blockers?.conflicts ?? [] };
}

/** The resolutions for one page: one choice for each of its conflicts, in order. */
function pageForm(request: AppRequest, draft: LoadedDraft, page: string, conflicts: readonly MergeConflict[]): Child {
  const title = conflicts[0]?.title ?? "";
  const treePage = pathTo(draft.pages, page)?.at(-1);
  const action = request.href({ kind: "content", ...draft.name });
  return h(
    "section",
    { class: "conflict", "aria-labelledby": `conflict-${page}` },
    h("h2", { id: `conflict-${page}` }, title),
    postForm(
      request,
      action,
      {},
      hidden("action", "settle"),
      hidden("revision", draft.revision),
      hidden("page", page),
      conflicts.map((conflict, at) => [
        sides(conflict),
        h(
          "fieldset",
          {},
          h("legend", {}, `What to keep${conflicts.length > 1 ? ` for conflict ${at + 1}` : ""}`),
          choicesFor(conflict).map(([value, label], index) =>
            h(
              "label",
              {},
              h("input", { type: "radio", name: `choice-${at}`, value, required: true, checked: index === 0 }),
              ` ${label}`,
            ),
          ),
        ),
      ]),
      submit("Resolve", { class: "button primary" }),
    ),
    treePage !== undefined &&
      h(
        "p",
        {},
        link(
          request.href({ kind: "view", ...draft.name, view: "edit", path: treePage.path ?? treePage.id }),
          "Edit the page instead",
        ),
      ),
  );
}

export type Choice = "change-request" | "space" | "both";

function choicesFor({ kind, property }: MergeConflict): readonly (readonly [Choice, string])[] {
  if (kind === "deleted_in_space") {
    return [
      ["change-request", "Keep the page, as the change request has it"],
      ["space", "Delete it, as the space did"],
    ];
  }
  if (kind === "deleted_in_change_request") {
    return [
      ["change-request", "Delete it, as the change request did"],
      ["space", "Keep the page, as the space has it"],
    ];
  }
  if (kind === "property" && !isSettable(property)) return [["change-request", "The change request's side"]];
  return [
    ["change-request", "The change request's side"],
    ["space", "The space's side"],
    ...(kind === "text" ? [["both", "Both, the space's first"] as const] : []),
  ];
}

/** Page properties that are single-line text. */
export const isSettable = (
  property: string | undefined,
): property is "title" | "description" | "slug" | "emoji" | "icon" =>
  ["title", "description", "slug", "emoji", "icon"].includes(property ?? "");

function sides({ kind, property, base, space, changeRequest }: MergeConflict): Child {
  if (kind === "deleted_in_space") return h("p", {}, "Deleted in the space, edited in the change request.");
  if (kind === "deleted_in_change_request") return h("p", {}, "Edited in the space, deleted in the change request.");
  const side = (title: string, text: string | undefined) =>
    h("figure", {}, h("figcaption", {}, title), h("pre", { class: "source", tabindex: 0 }, h("code", {}, text ?? "")));
  return h(
    "div",
    { class: "sides" },
    kind === "property" && h("p", {}, `Property: ${property ?? ""}`),
    side("Before", base),
    side("The space's side", space),
    side("The change request's side", changeRequest),
  );
}
