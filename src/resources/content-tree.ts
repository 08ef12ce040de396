import type { Client } from "../client/client.ts";
import { ApiError } from "../client/errors.ts";
import type { Page, PageSummary } from "../contract/models/page.ts";
import { oneLine } from "../present/wording.ts";
import type { Named } from "../resolve/completion.ts";
import { draftPageUri, escaped, linkTo, pageUri } from "./uris.ts";

/** A space's own content, or that of one of its change requests. */
export interface Content {
  readonly space: string;
  readonly changeRequest: string | undefined;
}

interface ReadContext {
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** The page tree of the content, without bodies. */
export async function readTree(
  { space: spaceId, changeRequest: changeRequestId }: Content,
  { client, signal }: ReadContext,
): Promise<readonly PageSummary[]> {
  const { pages } =
    changeRequestId === undefined
      ? await client.pages.list({ spaceId, metadata: false }, { signal })
      : await client.changeRequestContent.pages({ spaceId, changeRequestId, metadata: false }, { signal });
  return pages;
}

/** A word may be an id or the path of a top-level page; the id is tried first, since it is permanent. */
export async function readContentPage(content: Content, idOrPath: string, context: ReadContext): Promise<Page> {
  const byPath = () => readByPath(content, idOrPath, context);
  if (!/^[A-Za-z0-9_-]+$/.test(idOrPath)) return byPath();
  try {
    return await readById(content, idOrPath, context);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return byPath();
    throw error;
  }
}

function readById({ space: spaceId, changeRequest }: Content, pageId: string, { client, signal }: ReadContext) {
  const query = { spaceId, pageId, format: "markdown", metadata: false } as const;
  if (changeRequest === undefined) return client.pages.get(query, { signal });
  return client.changeRequestContent.page({ ...query, changeRequestId: changeRequest }, { signal });
}

function readByPath({ space: spaceId, changeRequest }: Content, pagePath: string, { client, signal }: ReadContext) {
  const query = { spaceId, pagePath, format: "markdown", metadata: false } as const;
  if (changeRequest === undefined) return client.pages.getByPath(query, { signal });
  return client.changeRequestContent.pageByPath({ ...query, changeRequestId: changeRequest }, { signal });
}

/** The pages as a nested list of links. */
export function treeLines(content: Content, pages: readonly PageSummary[]): string[] {
  return flat(pages).map(({ page, depth }) => `${"  ".repeat(depth)}- ${treeLine(content, page)}`);
}

function treeLine(content: Content, page: PageSummary): string {
  return page.type === "group" ? escaped(oneLine(page.title)) : linkTo(page.title, contentPageUri(content, page.id));
}

export const contentPageUri = ({ space, changeRequest }: Content, page: string): string =>
  changeRequest === undefined ? pageUri(space, page) : draftPageUri(space, changeRequest, page);

/** Pages to choose from, each by its path if that can be displayed as is, otherwise by its id. */
export const pageCandidates = (pages: readonly PageSummary[]): Named[] =>
  flat(pages).map(({ page: { id, title, path } }) => {
    const named = path !== undefined && isPlain(path);
    return { id: named ? path : id, title: oneLine(title), ...(named ? { also: [id] } : {}) };
  });

/** Services choose the characters of a path; one with blanks or invisible characters is not offered. */
const isPlain = (path: string) => !/\s/.test(path) && oneLine(path, maxPathLength) === path;

const maxPathLength = 300;

/** The state of each page without its body, by id and path. */
export function pageLooks(pages: readonly PageSummary[]): ReadonlyMap<string, string> {
  const looks = new Map<string, string>();
  for (const { page } of flat(pages)) {
    const { pages: below = [], ...own } = page;
    // The content of a group or link is the pages below it.
    const listed = page.type === "document" ? [] : below.map(({ id, title }) => [id, title]);
    const look = JSON.stringify([own, listed]);
    looks.set(page.id, look);
    if (page.path !== undefined && !looks.has(page.path)) looks.set(page.path, look);
  }
  return looks;
}

/** Every page with its depth, in order; iterative, since a tree may be deeper than the stack. */
function flat(pages: readonly PageSummary[]): { readonly page: PageSummary; readonly depth: number }[] {
  const found: { page: PageSummary; depth: number }[] = [];
  const waiting = pages.map((page) => ({ page, depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    const depth = next.depth + 1;
    for (const page of [...(next.page.pages ?? [])].reverse()) waiting.push({ page, depth });
  }
  return found;
}
