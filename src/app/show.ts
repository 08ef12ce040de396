import { createHash } from "node:crypto";
import type { AppRoute, ContentName, ContentView } from "../contract/app-addresses.ts";
import type { AppPage, AppRequest } from "./app-request.ts";
import { showOrganizationChanges, showSpaceChanges } from "./changes/change-request-list.ts";
import { showChangeRequest, versionOfDraft } from "./changes/change-request-page.ts";
import { showComparison } from "./content/comparison-page.ts";
import { loadContent, requireDraft } from "./content/content-frame.ts";
import { showEditor } from "./content/edit-page.ts";
import { showHistory } from "./content/page-history.ts";
import { showPage } from "./content/page-view.ts";
import { showFiles, showGit, showSpaceLinks } from "./content/space-lists.ts";
import { showSpace } from "./content/space-page.ts";
import { showSpaceSearch } from "./content/space-search.ts";
import { showHome } from "./home/home-page.ts";
import { showList, showOrganization } from "./organization/lists.ts";
import { showObject } from "./organization/objects.ts";
import { NotFound } from "./respond.ts";

/** The page of a route. Throws `NotFound`. */
export async function show(request: AppRequest, route: AppRoute): Promise<AppPage> {
  const page = await loadPage(request, route);
  return page.version === undefined ? page : { ...page, version: digest(page.version) };
}

function loadPage(request: AppRequest, route: AppRoute): Promise<AppPage> {
  switch (route.kind) {
    case "home":
      return showHome(request);
    case "organization":
      return showOrganization(request, route.organization);
    case "list":
      return route.list === "changes"
        ? showOrganizationChanges(request, route.organization)
        : showList(request, route.organization, route.list);
    case "content":
      return showContent(request, route);
    case "page":
      return showContentPage(request, route, route.path);
    case "view":
      return showContentView(request, route, route.view, route.path);
    default:
      return showObject(request, route);
  }
}

async function showContent(request: AppRequest, name: ContentName): Promise<AppPage> {
  const content = await loadContent(request, toContentName(name));
  return content.changeRequest === undefined
    ? showSpace(request, content)
    : comparing(request, () => showChangeRequest(request, requireDraft(content)));
}

async function showContentPage(request: AppRequest, name: ContentName, path: string): Promise<AppPage> {
  return showPage(request, await loadContent(request, toContentName(name)), path);
}

async function showContentView(
  request: AppRequest,
  name: ContentName,
  view: ContentView,
  path: string,
): Promise<AppPage> {
  const content = await loadContent(request, toContentName(name));
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

/** Without the route's other members. */
export const toContentName = ({ organization, space, changeRequest }: ContentName): ContentName => ({
  organization,
  space,
  changeRequest,
});

/** The current version of a route's page; empty for one without live updates. */
export async function computeVersion(request: AppRequest, route: AppRoute): Promise<string> {
  const isDraft = route.kind === "content" && route.changeRequest !== undefined;
  if (!isDraft || request.query.get("show") === "conflicts") return (await show(request, route)).version ?? "";
  // Rendering a whole change request to compute one value would be expensive.
  const content = await loadContent(request, toContentName(route));
  return digest(await versionOfDraft(request, requireDraft(content)));
}

const digest = (version: string) => createHash("sha256").update(version).digest("base64url").slice(0, 16);
