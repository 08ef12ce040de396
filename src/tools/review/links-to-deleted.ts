import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { pages } from "../../contract/operations/pages.ts";
import { quoted } from "../present/name.ts";
import type { DraftContent } from "../resolve/content.ts";
import { lookUp } from "../resolve/lookup.ts";
import type { ToolContext } from "../tool.ts";

/** Deleted pages that are looked at, pages that link to one, and those that are named. */
const mostDeleted = 8;
const mostRead = 50;
const mostNamed = 3;

export const linkReads = [pages.listBacklinks];

/** Which pages of the space link to pages that a change request deletes, a line for each of those. */
export async function linksToDeleted(
  { space }: DraftContent,
  { changes }: SemanticChanges,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const deleted = changes.flatMap((change) => (change.type === "page_deleted" ? [change.page] : []));
  const gone = new Set(deleted.map(({ id }) => id));
  const lines: string[] = [];
  for (const { id, title } of deleted.slice(0, mostDeleted)) {
    const names = { spaceId: space.id, pageId: id, limit: mostRead };
    const found = await lookUp(client.pages.listBacklinks(names, { signal }));
    const linking = new Map<string, string>();
    for (const place of found?.items ?? []) {
      if (place.kind === "page" && !gone.has(place.page.id)) linking.set(place.page.id, place.page.title);
    }
    if (linking.size > 0) lines.push(lineOf(title, linking, found?.next !== undefined));
  }
  return lines;
}

function lineOf(title: string, linking: ReadonlyMap<string, string>, more: boolean): string {
  const count = linking.size === 1 && !more ? "1 page links" : `${linking.size}${more ? " or more" : ""} pages link`;
  const named = [...linking].slice(0, mostNamed).map(([id, name]) => `${quoted(name)} (${id})`);
  const others = linking.size - named.length;
  return `${count} to the deleted ${quoted(title)}, which breaks the links: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}.`;
}
