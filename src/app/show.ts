import { createHash } from "node:crypto";
import type { AppPlace, ContentName, ContentView } from "../contract/app-addresses.ts";
import type { AppPage, AppRequest } from "./app-request.ts";
import { showOrganizationChanges, showSpaceChanges } from "./changes/change-request-list.ts";
import { showChangeRequest, versionOfDraft } from "./changes/change-request-page.ts";
import { loadContent, requireDraft } from "./content/content-frame.ts";
import { showEditor } from "./content/edit-page.ts";
import { showHistory } from "./content/page-history.ts";
import { showPage } from "./content/page-view.ts";
import { showFiles, showGit, showSpaceLinks } from "./content/space-lists.ts";
import { showSpace } from "./content/space-page.ts";
import { showSpaceSearch } from "./content/space-search.ts";
import { showComparison } from "./difference/comparison-page.ts";
import { showHome } from "./home/home-page.ts";
import { showList, showOrganization } from "./organization/lists.ts";
import { showThing } from "./organization/things.ts";
import { NotFound } from "./respond.ts";

/** The page of a place. Throws `NotFound`. */
export async function show(request: AppRequest, place: AppPlace): Promise<AppPage> {
  const page = await pageOf(request, place);
  return page.version === undefined ? page : { ...page, version: digest(page.version) };
}

function pageOf(request: AppRequest, place: AppPlace): Promise<AppPage> {
  switch (place.kind) {
    case "home":
      return showHome(request);
    case "organization":
      return showOrganization(request, place.organization);
    case "list":
      return place.list === "changes"
        ? showOrganizationChanges(request, place.organization)
        : showList(request, place.organization, place.list);
    case "content":
      return showContent(request, place);
    case "page":
      return showContentPage(request, place, place.path);
    case "view":
      return showContentView(request, place, place.view, place.path);
    default:
      return showThing(request, place);
  }
}

async function showContent(request: AppRequest, name: ContentName): Promise<AppPage> {
  const content = await loadContent(request, nameOf(name));
  return content.changeRequest === undefined
    ? showSpace(request, content)
    : comparing(request, () => showChangeRequest(request, requireDraft(content)));
}

async function showContentPage(request: AppRequest, name: ContentName, path: string): Promise<AppPage> {
  return showPage(request, await loadContent(request, nameOf(name)), path);
}

async function showContentView(
  request: AppRequest,
  name: ContentName,
  view: ContentView,
  path: string,
): Promise<AppPage> {
  const content = await loadContent(request, nameOf(name));
  if (view === "edit") return showEditor(request, requireDraft(content), path);
  if (view === "history") return showHistory(request, content);
  if (view === "files") return showFiles(request, content);
  if (view === "search") return showSpaceSearch(request, content);
  if (content.changeRequest !== undefined) throw new NotFound();
  if (view === "compare") return comparing(request, () => showComparison(request, content, path));
  const views = { changes: showSpaceChanges, links: showSpaceLinks, git: showGit } as const;
  return views[view](request, content);
}

const comparing = ({ comparisons, person, tools }: AppRequest, work: () => Promise<AppPage>): Promise<AppPage> =>
  comparisons.run(person.id, tools.signal, work);

/** Without the place's other members. */
export const nameOf = ({ organization, space, changeRequest }: ContentName): ContentName => ({
  organization,
  space,
  changeRequest,
});

/** The current version of a place's page; empty for one without live updates. */
export async function versionOf(request: AppRequest, place: AppPlace): Promise<string> {
  const isDraft = place.kind === "content" && place.changeRequest !== undefined;
  if (!isDraft || request.query.get("show") === "conflicts") return (await show(request, place)).version ?? "";
  // Rendering a whole change request to compute one value would be expensive.
  const content = await loadContent(request, nameOf(place));
  return digest(await versionOfDraft(request, requireDraft(content)));
}

const digest = (version: string) => createHash("sha256").update(version).digest("base64url").slice(0, 16);
