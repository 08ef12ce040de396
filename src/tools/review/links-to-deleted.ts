import type { Page } from "../../contract/models/page.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { pages } from "../../contract/operations/pages.ts";
import { candidatePaths, foldPath } from "../../text/link-paths.ts";
import { listPageLinks } from "../../text/page-links.ts";
import { baseOf } from "../editing/changes.ts";
import { quoted } from "../present/name.ts";
import { type DraftContent, readPageByPath, readSourceAt } from "../resolve/content.ts";
import { lookUp } from "../resolve/lookup.ts";
import type { ToolContext } from "../tool.ts";

/** Deleted pages that are looked at, pages that link to one, those that are named, and rewritten pages that are read. */
const mostDeleted = 8;
const mostRead = 50;
const mostNamed = 3;

export const linkReads = [pages.listBacklinks, changeRequestContent.pageByPath];

/**
 * Which pages link to pages that a change request deletes, a line for each of those. Pages that it leaves alone link to
 * what they link to in the space; of those it writes, its own text counts.
 */
export async function linksToDeleted(
  draft: DraftContent,
  { changes }: SemanticChanges,
  context: ToolContext,
): Promise<string[]> {
  const deleted = changes.flatMap((change) => (change.type === "page_deleted" ? [change.page] : []));
  if (deleted.length === 0) return [];
  const gone = new Set(deleted.map(({ id }) => id));
  const written = changes
    .flatMap((change) => (change.type === "page_created" || change.type === "page_edited" ? [change.page.id] : []))
    .slice(0, mostRead);
  const texts = (await Promise.all(written.map((page) => readSourceAt(draft, draft.revision, page, context)))).filter(
    (page) => page !== undefined,
  );
  const lines: string[] = [];
  for (const { id, title, path } of deleted.slice(0, mostDeleted)) {
    if (path !== undefined && (await readPageByPath(draft, path, context)) !== undefined) continue;
    const names = { spaceId: draft.space.id, pageId: id, limit: mostRead };
    const found = await lookUp(context.client.pages.listBacklinks(names, { signal: context.signal }));
    const linking = new Map<string, string>();
    for (const place of found?.items ?? []) {
      if (place.kind === "page" && !gone.has(place.page.id)) linking.set(place.page.id, place.page.title);
    }
    const target = await readSourceAt(draft, baseOf(draft.changeRequest), id, context);
    for (const page of texts) {
      linking.delete(page.id);
      if (target !== undefined && leadsTo(page, target)) linking.set(page.id, page.title);
    }
    if (linking.size > 0) lines.push(lineOf(title, linking, found?.next !== undefined));
  }
  return lines;
}

function leadsTo({ markdown = "", git, path = "" }: Page, target: Page): boolean {
  const wanted = new Set([target.git?.path, target.path, target.id].flatMap((name) => (name ? foldPath(name) : [])));
  const origin = { source: git?.path, path };
  return listPageLinks(markdown).some(
    ({ href, kind }) => kind === "path" && candidatePaths(origin, href).some((lead) => wanted.has(foldPath(lead))),
  );
}

function lineOf(title: string, linking: ReadonlyMap<string, string>, more: boolean): string {
  const count = linking.size === 1 && !more ? "1 page links" : `${linking.size}${more ? " or more" : ""} pages link`;
  const named = [...linking].slice(0, mostNamed).map(([id, name]) => `${quoted(name)} (${id})`);
  const others = linking.size - named.length;
  return `${count} to the deleted ${quoted(title)}, which breaks the links: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}.`;
}
