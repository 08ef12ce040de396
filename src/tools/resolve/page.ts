import type { Page, PageSummary } from "../../contract/models/page.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { type Content, contentName, readPageById, readPageByPath, readTree } from "./content.ts";
import { readLink } from "./link.ts";
import { looksLikeId } from "./lookup.ts";
import { PageIndex, plainPath } from "./page-index.ts";

/** A page with its Markdown, by id, path, address or title. Throws ToolError with candidates. */
export async function findPage(named: string, content: Content, context: ToolContext): Promise<Page> {
  const name = readLink(named)?.page ?? named.trim();
  const byId = looksLikeId(name) ? await readPageById(content, name, context) : undefined;
  if (byId !== undefined) return byId;
  const path = plainPath(name);
  const byPath = /^[^\s/]/.test(path) && !/\s/.test(path) ? await readPageByPath(content, path, context) : undefined;
  if (byPath !== undefined) return byPath;
  const { page } = new PageIndex(await readTree(content, context)).find(name, contentName(content));
  const found = await readPageById(content, page.id, context);
  if (found !== undefined) return found;
  throw new ToolError(`Page ${page.id} was deleted from ${contentName(content)} a moment ago.`);
}

/** Whether a page that is told of, and may be gone, is called so: by its id, path, title or address. */
export function isAbout(page: Pick<PageSummary, "id" | "title" | "path">, name: string): boolean {
  const wanted = readLink(name)?.page ?? name.trim();
  return page.id === wanted || page.path === plainPath(wanted) || page.title.toLowerCase() === wanted.toLowerCase();
}
