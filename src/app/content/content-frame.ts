import type { AppRoute, ContentName } from "../../contract/app-addresses.ts";
import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import type { Space } from "../../contract/models/space.ts";
import type { Content } from "../../resolve/content.ts";
import type { AppRequest, Crumb } from "../app-request.ts";
import { NotFound } from "../respond.ts";

export function contentCrumbs(request: AppRequest, { space, name, changeRequest }: LoadedContent): Crumb[] {
  const { organization } = name;
  return [
    { title: "Spaces", href: request.href({ kind: "organization", organization }) },
    { title: space.title || "Untitled space", href: request.href({ kind: "content", organization, space: space.id }) },
    ...(changeRequest === undefined
      ? []
      : [
          {
            title: "Change requests",
            href: request.href({ kind: "view", organization, space: space.id, view: "changes", path: "" }),
          },
          { title: `#${changeRequest.number}`, href: request.href({ kind: "content", ...name }) },
        ]),
  ];
}

/** A space or change request, with its pages in order. */
export interface LoadedContent extends Content {
  readonly space: Space;
  readonly changeRequest: ChangeRequest | undefined;
  readonly revision: string;
  readonly name: ContentName;
  readonly pages: readonly PageSummary[];
}

/** A change request with its pages in order. */
export interface LoadedDraft extends LoadedContent {
  readonly changeRequest: ChangeRequest;
}

/** Throws `NotFound`, also for a space of an organization other than the one in the address. */
export async function loadContent({ client }: AppRequest, name: ContentName): Promise<LoadedContent> {
  const space = await loadSpace(client, name);
  const { changeRequest: number } = name;
  const changeRequest =
    number === undefined
      ? undefined
      : await client.changeRequests.get({ spaceId: space.id, changeRequestId: String(number) });
  const revision = changeRequest?.revision ?? space.revision;
  const { pages } = await client.revisions.listPages({ spaceId: space.id, revisionId: revision, metadata: false });
  return { space, changeRequest, revision, name, pages };
}

async function loadSpace(client: AppRequest["client"], name: ContentName): Promise<Space> {
  const space = await client.spaces.get({ spaceId: name.space });
  if (space.organization !== name.organization) throw new NotFound();
  return space;
}

export function requireDraft(content: LoadedContent): LoadedDraft {
  if (content.changeRequest === undefined) throw new NotFound();
  return { ...content, changeRequest: content.changeRequest };
}

export const pageRoute = (name: ContentName, page: Pick<PageSummary, "path" | "id">): AppRoute => ({
  kind: "page",
  ...name,
  path: page.path ?? page.id,
});

/** The pages of a tree, parents before children. */
export function* everyPage(pages: readonly PageSummary[]): Generator<PageSummary> {
  for (const page of pages) {
    yield page;
    if (page.pages !== undefined) yield* everyPage(page.pages);
  }
}

const byId = new WeakMap<readonly PageSummary[], ReadonlyMap<string, PageSummary>>();

/** Every page of a tree, by id. A tree is never changed, so its pages are collected once. */
export function pagesById(pages: readonly PageSummary[]): ReadonlyMap<string, PageSummary> {
  const known = byId.get(pages);
  if (known !== undefined) return known;
  const index = new Map([...everyPage(pages)].map((page) => [page.id, page]));
  byId.set(pages, index);
  return index;
}

/** The ancestors of a page, from the root; undefined if it is not in the tree. */
export function pathTo(pages: readonly PageSummary[], id: string): PageSummary[] | undefined {
  for (const page of pages) {
    if (page.id === id) return [page];
    const below = page.pages && pathTo(page.pages, id);
    if (below !== undefined) return [page, ...below];
  }
  return undefined;
}
