import { ApiError } from "../client/errors.ts";
import type { Page } from "../contract/models/page.ts";
import { pageUri, type ResourceContext, type ResourceFamily, variablesOf } from "./resource.ts";

export const pages: ResourceFamily = {
  template: {
    uriTemplate: "docs://spaces/{space}/pages/{page}",
    name: "page",
    title: "Page",
    description: "A page as Markdown, by its id or its path",
    mimeType: "text/markdown",
  },
  read(uri, context) {
    const [space, page] = variablesOf(uri, /^docs:\/\/spaces\/([^/?#]+)\/pages\/([^?#]+)$/) ?? [];
    return space === undefined || page === undefined ? undefined : readPage(space, page, context);
  },
};

async function readPage(spaceId: string, idOrPath: string, context: ResourceContext): Promise<string> {
  const page = await fetchPage(spaceId, idOrPath, context);
  const path = page.path === undefined ? "" : `, path ${JSON.stringify(page.path)}`;
  const head = `Page ${page.id} of space ${spaceId}${path}.`;
  const continuation = "The page goes on: read_page reads the rest.";
  return `${head}\n${context.present(bodyOf(spaceId, page), { title: page.title, continuation })}`;
}

/** A word may be an id or the path of a page at the root; the id is tried first, since it names one page for good. */
async function fetchPage(spaceId: string, idOrPath: string, { client, signal }: ResourceContext): Promise<Page> {
  const byPath = () => client.pages.getByPath({ spaceId, pagePath: idOrPath, format: "markdown" }, { signal });
  if (!/^[A-Za-z0-9_-]+$/.test(idOrPath)) return byPath();
  try {
    return await client.pages.get({ spaceId, pageId: idOrPath, format: "markdown" }, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return byPath();
    throw error;
  }
}

/** Groups and links have no body: what is in them stands for it. */
function bodyOf(spaceId: string, page: Page): string {
  if (page.markdown !== undefined) return page.markdown;
  const children = (page.pages ?? []).map((child) => `- [${child.title}](${pageUri(spaceId, child.id)})`);
  return [`# ${page.title}`, "", ...children].join("\n");
}
