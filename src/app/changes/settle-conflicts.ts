import type { MergeConflict } from "../../contract/models/change-request.ts";
import type { ContentChange } from "../../contract/models/content-change.ts";
import type { AppRequest } from "../app-request.ts";
import type { LoadedDraft } from "../content/loaded-content.ts";
import { Refusal } from "../refusal.ts";
import { type Choice, isSettable, loadConflicts } from "./conflicts.ts";

/** Settles the conflicts of one page as a form chose. Throws `Refusal`. */
export async function settlePage(request: AppRequest, draft: LoadedDraft, form: URLSearchParams): Promise<void> {
  const page = form.get("page") ?? "";
  const { left } = await loadConflicts(request, draft);
  const conflicts = left.get(page);
  if (conflicts === undefined) {
    throw new Refusal("This page has no conflicts left to settle. Go back and reload the conflicts.");
  }
  const choices = conflicts.map((_, at) => readChoice(form.get(`choice-${at}`)));
  const change = await changeFor(request, draft, page, conflicts, choices);
  await request.client.changeRequestContent.apply(
    { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id, changes: [change], compat: false },
    { ifMatch: draft.revision },
  );
}

function readChoice(value: string | null): Choice {
  if (value === "change-request" || value === "space" || value === "both") return value;
  throw new Refusal("Choose what to keep for each conflict of the page.");
}

async function changeFor(
  request: AppRequest,
  draft: LoadedDraft,
  page: string,
  conflicts: readonly MergeConflict[],
  choices: readonly Choice[],
): Promise<ContentChange> {
  const [first] = conflicts;
  const wantsSpace = choices[0] === "space";
  if (first?.kind === "deleted_in_space" && wantsSpace) return { operation: "delete_page", page };
  if (first?.kind === "deleted_in_change_request") {
    return wantsSpace
      ? { operation: "revert_page", page, revision: draft.space.revision }
      : { operation: "delete_page", page };
  }
  const own = await request.client.revisions.getPage({
    spaceId: draft.space.id,
    revisionId: draft.revision,
    pageId: page,
    format: "markdown",
    metadata: false,
  });
  const text = own.markdown ?? "";
  const settled = conflicts.reduce((markdown, conflict, at) => settleText(markdown, conflict, choices[at]), text);
  const properties: Record<string, string | null> = {};
  conflicts.forEach((conflict, at) => {
    const { kind, property, space } = conflict;
    if (kind !== "property" || choices[at] !== "space" || !isSettable(property)) return;
    properties[property] = space ?? (property === "title" || property === "slug" ? "" : null);
  });
  // Writing the title that the page has settles it, and changes nothing.
  const update = { operation: "update_page" as const, page, title: own.title, ...properties };
  return settled === text ? update : { ...update, document: { markdown: settled } };
}

/** The text with one passage as it was chosen. Throws `Refusal` where the passage is not found once. */
function settleText(markdown: string, conflict: MergeConflict, choice: Choice | undefined): string {
  const { kind, space = "", changeRequest = "" } = conflict;
  if (kind !== "text" || choice === "change-request" || choice === undefined) return markdown;
  const at = changeRequest === "" ? -1 : markdown.indexOf(changeRequest);
  if (at < 0 || markdown.indexOf(changeRequest, at + 1) >= 0) {
    throw new Refusal(
      "The page does not have the passage exactly once, so it cannot be replaced alone. Edit the page instead.",
    );
  }
  const chosen = choice === "both" ? joined(space, changeRequest) : space;
  return markdown.slice(0, at) + chosen + markdown.slice(at + changeRequest.length);
}

/** Two passages of Markdown, a blank line apart. */
const joined = (one: string, other: string) => `${one.replace(/\n*$/, "")}\n\n${other}`;
