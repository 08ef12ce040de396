import { documentOf } from "../../desk/document.ts";
import { discussionOf } from "../../tools/review/discussion.ts";
import type { AppRequest } from "../app-request.ts";
import type { LoadedDraft } from "../content/loaded-content.ts";
import { Refusal } from "../refusal.ts";
import { settlePage } from "./settle-conflicts.ts";

/** Does what a form of a change request asks for, and returns the address to go on to. Throws `Refusal`. */
export async function actOnChangeRequest(
  request: AppRequest,
  draft: LoadedDraft,
  form: URLSearchParams,
): Promise<string> {
  const { changeRequests, reviews } = request.client;
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id };
  const discussion = discussionOf(draft, request.tools);
  const back = (done: string, query: Readonly<Record<string, string>> = {}, anchor = "") =>
    request.href({ kind: "content", ...draft.name }, { ...query, done }) + anchor;
  switch (form.get("action")) {
    case "merge": {
      requireSeen(draft, form);
      const { result } = await changeRequests.merge(names);
      return result === "conflicts" ? back("conflicts", { show: "conflicts" }) : back("merged");
    }
    case "update": {
      const { result } = await changeRequests.updateFromSpace(names);
      return result === "conflicts" ? back("conflicts", { show: "conflicts" }) : back("updated");
    }
    case "settle": {
      requireSeen(draft, form);
      await settlePage(request, draft, form);
      return back("settled", { show: "conflicts" });
    }
    case "archive":
      await changeRequests.update({ ...names, status: "archived" });
      return back("archived");
    case "open":
      await changeRequests.update({ ...names, status: "open" });
      return back("opened");
    case "describe": {
      const description = await documentOf(textOf(form, "description"));
      await changeRequests.update({ ...names, subject: textOf(form, "subject").trim(), description });
      return back("described");
    }
    case "ask":
      await reviews.request({ ...names, users: [textOf(form, "reviewer")] });
      return back("asked");
    case "review": {
      requireSeen(draft, form);
      const status = verdictOf(form);
      const text = textOf(form, "text");
      await reviews.submit({ ...names, status, ...(text.trim() === "" ? {} : { comment: { markdown: text } }) });
      return back(status);
    }
    case "comment": {
      const { id } = await request.client.changeRequestComments.create({
        ...names,
        body: { markdown: requiredText(form) },
        ...given("page", form.get("page")),
        ...given("node", form.get("node")),
      });
      return back("commented", {}, `#comment-${id}`);
    }
    case "reply": {
      const comment = textOf(form, "comment");
      await discussion.reply(comment, requiredText(form));
      return back("replied", {}, `#comment-${comment}`);
    }
    case "resolve":
    case "reopen": {
      const isResolved = form.get("action") === "resolve";
      const comment = textOf(form, "comment");
      await discussion.setResolved(comment, isResolved);
      return back(isResolved ? "resolved" : "reopened", {}, `#comment-${comment}`);
    }
    default:
      throw new Refusal("This page does not know what the form asks for. Go back and reload it.");
  }
}

/** What is decided is what was seen: an edit since then must be looked at first. */
function requireSeen({ revision }: LoadedDraft, form: URLSearchParams): void {
  if (form.get("revision") === revision) return;
  throw new Refusal(
    "The change request was edited since you opened it, and nothing was done. Go back, reload it, look at what changed and decide again.",
  );
}

function verdictOf(form: URLSearchParams): "approved" | "changes-requested" {
  const verdict = form.get("verdict");
  if (verdict === "approved" || verdict === "changes-requested") return verdict;
  throw new Refusal("Choose a verdict: approve, or ask for changes.");
}

export const textOf = (form: URLSearchParams, name: string): string => (form.get(name) ?? "").replace(/\r\n/g, "\n");

function requiredText(form: URLSearchParams): string {
  const text = textOf(form, "text");
  if (text.trim() === "") throw new Refusal("The comment is empty. Go back and write it.");
  return text;
}

const given = <Name extends string>(name: Name, value: string | null): Partial<Record<Name, string>> =>
  value === null || value === "" ? {} : ({ [name]: value } as Partial<Record<Name, string>>);
