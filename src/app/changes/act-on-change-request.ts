import type { MergeConflict } from "../../contract/models/change-request.ts";
import type { ContentChange } from "../../contract/models/content-change.ts";
import { toDocument } from "../../present/document.ts";
import { createDiscussion } from "../../tools/review/discussion.ts";
import type { AppRequest } from "../app-request.ts";
import type { LoadedDraft } from "../content/content-frame.ts";
import { Refusal } from "../respond.ts";
import { type Choice, isSettable, loadConflicts } from "./conflicts.ts";
import { shownIn, viewHref } from "./shown.ts";

/** Processes a form of a change request, and returns the address to redirect to. Throws `Refusal`. */
export async function actOnChangeRequest(
  request: AppRequest,
  draft: LoadedDraft,
  form: URLSearchParams,
): Promise<string> {
  const { changeRequests, reviews } = request.client;
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id };
  const discussion = createDiscussion(draft, request.tools);
  const back = (done: string, anchor = "") => viewHref(request, draft.name, shownIn(request), done) + anchor;
  const toConflicts = (done: string) => request.href({ kind: "content", ...draft.name }, { show: "conflicts", done });
  switch (form.get("action")) {
    case "merge": {
      requireSeen(draft, form);
      const { result } = await changeRequests.merge(names);
      return result === "conflicts" ? toConflicts("conflicts") : back("merged");
    }
    case "update": {
      const { result } = await changeRequests.updateFromSpace(names);
      return result === "conflicts" ? toConflicts("conflicts") : back("updated");
    }
    case "settle": {
      requireSeen(draft, form);
      await settlePage(request, draft, form);
      return toConflicts("settled");
    }
    case "archive":
      await changeRequests.update({ ...names, status: "archived" });
      return back("archived");
    case "open":
      await changeRequests.update({ ...names, status: "open" });
      return back("opened");
    case "describe": {
      const description = await toDocument(readText(form, "description"));
      await changeRequests.update({ ...names, subject: readText(form, "subject").trim(), description });
      return back("described");
    }
    case "ask":
      await reviews.request({ ...names, users: [readText(form, "reviewer")] });
      return back("asked");
    case "review": {
      requireSeen(draft, form);
      const status = readVerdict(form);
      const text = readText(form, "text");
      await reviews.submit({ ...names, status, ...(text.trim() === "" ? {} : { comment: { markdown: text } }) });
      return back(status);
    }
    case "comment": {
      const { id } = await request.client.changeRequestComments.create({
        ...names,
        body: { markdown: requiredText(form) },
        ...toOptional("page", form.get("page")),
        ...toOptional("node", form.get("node")),
      });
      return back("commented", `#comment-${id}`);
    }
    case "reply": {
      const comment = readText(form, "comment");
      await discussion.reply(comment, requiredText(form));
      return back("replied", `#comment-${comment}`);
    }
    case "resolve":
    case "reopen": {
      const isResolved = form.get("action") === "resolve";
      const comment = readText(form, "comment");
      await discussion.setResolved(comment, isResolved);
      return back(isResolved ? "resolved" : "reopened", `#comment-${comment}`);
    }
    default:
      throw new Refusal("This page does not know what the form asks for. Go back and reload it.");
  }
}

/** Decisions apply to the revision that was shown: later edits must be reviewed first. */
function requireSeen({ revision }: LoadedDraft, form: URLSearchParams): void {
  if (form.get("revision") === revision) return;
  throw new Refusal(
    "The change request was edited since you opened it, and nothing was done. Go back, reload it, look at what changed and decide again.",
  );
}

function readVerdict(form: URLSearchParams): "approved" | "changes-requested" {
  const verdict = form.get("verdict");
  if (verdict === "approved" || verdict === "changes-requested") return verdict;
  throw new Refusal("Choose a verdict: approve, or ask for changes.");
}

export const readText = (form: URLSearchParams, name: string): string => (form.get(name) ?? "").replace(/\r\n/g, "\n");

function requiredText(form: URLSearchParams): string {
  const text = readText(form, "text");
  if (text.trim() === "") throw new Refusal("The comment is empty. Go back and write it.");
  return text;
}

const toOptional = <Name extends string>(name: Name, value: string | null): Partial<Record<Name, string>> =>
  value === null || value === "" ? {} : ({ [name]: value } as Partial<Record<Name, string>>);

/** Resolves the conflicts of one page as chosen in a form. Throws `Refusal`. */
async function settlePage(request: AppRequest, draft: LoadedDraft, form: URLSearchParams): Promise<void> {
  const page = form.get("page") ?? "";
  const { left } = await loadConflicts(request, draft);
  const conflicts = left.get(page);
  if (conflicts === undefined) {
    throw new Refusal("This page has no conflicts left to resolve. Go back and reload the conflicts.");
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
  // Writing the current title resolves it without changing anything.
  const update = { operation: "update_page" as const, page, title: own.title, ...properties };
  return settled === text ? update : { ...update, document: { markdown: settled } };
}

/** The text with one passage replaced as chosen. Throws `Refusal` unless the passage occurs exactly once. */
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

/** Two Markdown passages, separated by a blank line. */
const joined = (one: string, other: string) => `${one.replace(/\n*$/, "")}\n\n${other}`;
