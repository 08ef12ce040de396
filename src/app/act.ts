import type { AppPlace } from "../contract/app-addresses.ts";
import type { AppPage, AppRequest } from "./app-request.ts";
import { actOnChangeRequest } from "./changes/act-on-change-request.ts";
import { loadContent, pagePlace, pathTo, requireDraft } from "./content/content-frame.ts";
import { saveEdit } from "./content/edit-page.ts";
import { actOnThing } from "./organization/act-on-things.ts";
import { actOnJobs } from "./organization/jobs.ts";
import { actOnTranslation } from "./organization/translation.ts";
import { NotFound, Refusal } from "./respond.ts";
import { nameOf } from "./show.ts";

/** Processes a form; returns the address to redirect to, or a page to show instead. Throws `Refusal`. */
export async function act(request: AppRequest, place: AppPlace, form: URLSearchParams): Promise<string | AppPage> {
  switch (place.kind) {
    case "content": {
      const content = await loadContent(request, nameOf(place));
      return actOnChangeRequest(request, requireDraft(content), form);
    }
    case "view": {
      const content = await loadContent(request, nameOf(place));
      if (place.view === "edit") return saveEdit(request, requireDraft(content), place.path, form);
      if (place.view === "changes" && content.changeRequest === undefined) return beginEdit(request, place, form);
      throw new NotFound();
    }
    case "list":
      if (place.list === "jobs") return actOnJobs(request, place.organization, form);
      throw new NotFound();
    case "translation":
      return actOnTranslation(request, place, form);
    case "issue":
      return actOnThing(request, place, form);
    default:
      throw new Refusal("This page takes no forms.");
  }
}

/** Creates a change request, and redirects to the editor of its page. */
async function beginEdit(
  request: AppRequest,
  place: AppPlace & { readonly kind: "view" },
  form: URLSearchParams,
): Promise<string> {
  const content = await loadContent(request, nameOf(place));
  const page = pathTo(content.pages, form.get("page") ?? "")?.at(-1);
  const subject = page === undefined ? "" : `Edit ${page.title}`.slice(0, 100);
  const { number } = await request.client.changeRequests.create({ spaceId: content.space.id, subject });
  const draft = { ...content.name, changeRequest: number };
  if (page === undefined) return request.href({ kind: "content", ...draft });
  const there = pagePlace(draft, page);
  return request.href({ kind: "view", ...draft, view: "edit", path: there.kind === "page" ? there.path : "" });
}
