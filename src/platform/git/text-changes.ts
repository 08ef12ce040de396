import type { StoredMap } from "../content/content-map.ts";
import { type FileRecord, keys, type PageRecord } from "../content/records.ts";

/** A record in two contents. */
export interface TextChange<Item> {
  readonly was: Item;
  readonly is: Item;
}

/** A page that has a file of its own. */
export type FiledPage = PageRecord & { readonly source: string; readonly content: string };

export interface TextChanges {
  readonly pages: readonly TextChange<FiledPage>[];
  readonly files: readonly TextChange<FileRecord>[];
}

/**
 * The pages and files that a later content has otherwise, where each has the path it had. Undefined where
 * anything else differs: what is there and where, redirects, groups, links and computed pages.
 */
export async function textChanges(before: StoredMap, later: StoredMap): Promise<TextChanges | undefined> {
  const pages: TextChange<FiledPage>[] = [];
  const files: TextChange<FileRecord>[] = [];
  for (const { key, before: was, after: is } of await before.diff(later, "")) {
    if (was === undefined || is === undefined) return undefined;
    const change = { was: JSON.parse(was) as unknown, is: JSON.parse(is) as unknown };
    if (key.startsWith(keys.files)) files.push(change as TextChange<FileRecord>);
    else if (key.startsWith(keys.pages) && isFiled(change.was) && isFiled(change.is)) {
      pages.push({ was: change.was, is: change.is });
    } else return undefined;
  }
  return { pages, files };
}

function isFiled(record: unknown): record is FiledPage {
  const { type, source, content, computed, part } = record as PageRecord;
  const isPlain = type === "document" && computed === undefined && part === undefined;
  return isPlain && source !== undefined && content !== undefined;
}
