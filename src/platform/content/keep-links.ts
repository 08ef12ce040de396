import { replaceLinks } from "../../text/links.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import type { TextStore } from "./merge-content.ts";
import type { MapDifference } from "./ordered-map/diff.ts";
import { findFile, findPage } from "./page-tree.ts";
import { putPage } from "./placement.ts";
import { type PageRecord, parsePage } from "./records.ts";
import { hrefTo, type LinkTarget, resolveLinks } from "./references.ts";

interface LinksToKeep {
  /** The side whose pages and files were renamed. */
  readonly side: StoredMap;
  readonly merged: EditedMap;
  /** What that side changed. */
  readonly written: readonly MapDifference[];
  /** Ids of the pages and files that a merge gave another slug or source path. */
  readonly renamed: ReadonlySet<string>;
  readonly texts: TextStore;
}

/** Where a merge renamed what one side's pages link to, those links follow, and do not lead to the other side's page. */
export async function keepLinks({ side, merged, written, renamed, texts }: LinksToKeep): Promise<void> {
  if (renamed.size === 0) return;
  for (const { before, after } of written) {
    const own = parsePage(after);
    if (own?.content === undefined || own.content === parsePage(before)?.content) continue;
    const page = await findPage(merged, own.id);
    if (page?.content === undefined) continue;
    const text = await texts.readText(page.content);
    const [led, leads] = [await resolveLinks(side, own, text), await resolveLinks(merged, page, text)];
    const hrefs = new Map<string, string>();
    for (const [href, target] of led) {
      const id = idOf(target);
      if (id === undefined || !renamed.has(id) || idOf(leads.get(href)) === id) continue;
      const source = (await findPage(merged, id))?.source ?? (await findFile(merged, id))?.source;
      if (source !== undefined) hrefs.set(href, hrefTo(page.source ?? "", source) + anchorOf(href));
    }
    if (hrefs.size === 0) continue;
    const kept = replaceLinks(text, (link) => hrefs.get(link.href));
    const moved: PageRecord = { ...page, content: texts.putText(kept) };
    putPage(merged, page, moved);
  }
}

function idOf(target: LinkTarget | undefined): string | undefined {
  if (target?.kind === "page") return target.page;
  return target?.kind === "file" ? target.file : undefined;
}

const anchorOf = (href: string) => /#.*$/.exec(href)?.[0] ?? "";
