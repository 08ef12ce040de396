import type { AppRoute } from "../contract/app-addresses.ts";
import type { AppPage, AppRequest } from "./app-request.ts";
import { actOnChangeRequest } from "./changes/act-on-change-request.ts";
import { loadContent, pageRoute, pathTo, requireDraft } from "./content/content-frame.ts";
import { saveEdit } from "./content/edit-page.ts";
import { actOnIssue } from "./organization/act-on-issue.ts";
import { actOnJobs } from "./organization/jobs.ts";
import { actOnTranslation } from "./organization/translation.ts";
import { NotFound, Refusal } from "./respond.ts";
import { toContentName } from "./show.ts";

/** Processes a form; returns the address to redirect to, or a page to show instead. Throws `Refusal`. */
export async function act(request: AppRequest, route: AppRoute, form: URLSearchParams): Promise<string | AppPage> {
  switch (route.kind) {
    case "content": {
      const content = await loadContent(request, toContentName(route));
      return actOnChangeRequest(request, requireDraft(content), form);
    }
    case "view": {
      const content = await loadContent(request, toContentName(route));
      if (route.view === "edit") return saveEdit(request, requireDraft(content), route.path, form);
      if (route.view === "changes" && content.changeRequest === undefined) return beginEdit(request, route, form);
      throw new NotFound();
    }
    case "list":
      if (route.list === "jobs") return actOnJobs(request, route.organization, form);
      throw new NotFound();
    case "translation":
      return actOnTranslation(request, route, form);
    case "issue":
      return actOnIssue(request, route, form);
    default:
      throw new Refusal("This page accepts no forms.");
  }
}

/** Creates a change request, and redirects to the editor of its page. */
async function beginEdit(
  request: AppRequest,
  route: AppRoute & { readonly kind: "view" },
  form: URLSearchParams,
): Promise<string> {
  const content = await loadContent(request, toContentName(route));
  const page = pathTo(content.pages, form.get("page") ?? "")?.at(-1);
  const subject = page === undefined ? "" : `Edit ${page.title}`.slice(0, 100);
  const { number } = await request.client.changeRequests.create({ spaceId: content.space.id, subject });
  const draft = { ...content.name, changeRequest: number };
  if (page === undefined) return request.href({ kind: "content", ...draft });
  const there = pageRoute(draft, page);
  return request.href({ kind: "view", ...draft, view: "edit", path: there.kind === "page" ? there.path : "" });
}
