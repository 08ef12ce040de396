import type { AppPlace, ContentName } from "../../contract/app-addresses.ts";
import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import type { Space } from "../../contract/models/space.ts";
import type { Content } from "../../desk/resolve/content.ts";
import type { AppRequest } from "../app-request.ts";
import { NotFound } from "../not-found.ts";

/** A space, or one of its change requests, with its pages in order. */
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

/** Throws `NotFound`, also for a space of another organization than the address says. */
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

export const pagePlace = (name: ContentName, page: Pick<PageSummary, "path" | "id">): AppPlace => ({
  kind: "page",
  ...name,
  path: page.path ?? page.id,
});

/** The pages of a tree, each before those below it. */
export function* everyPage(pages: readonly PageSummary[]): Generator<PageSummary> {
  for (const page of pages) {
    yield page;
    if (page.pages !== undefined) yield* everyPage(page.pages);
  }
}

/** The pages above a page, from the root; undefined where the tree does not have it. */
export function pathTo(pages: readonly PageSummary[], id: string): PageSummary[] | undefined {
  for (const page of pages) {
    if (page.id === id) return [page];
    const below = page.pages && pathTo(page.pages, id);
    if (below !== undefined) return [page, ...below];
  }
  return undefined;
}
