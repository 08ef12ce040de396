import type { ComputedSource } from "../../contract/models/computed-content.ts";
import { specOf } from "../computed/source.ts";
import type { ComputedRecord, PageRecord } from "../content/records.ts";
import type { PlannedPage } from "../import/planned-pages.ts";

/**
 * Which page of the content each planned page is: the one of the same file; else one whose file is gone and that has
 * the same text, or alone has the same title; groups and links by what they are called; what asks for computed pages
 * by what they are computed from. By the plan's keys.
 */
export function matchPages(
  planned: readonly PlannedPage[],
  existing: readonly PageRecord[],
  addresses: ReadonlyMap<string, string>,
): Map<string, PageRecord> {
  const matched = new Map<string, PageRecord>();
  const free = new Set(existing);
  const take = (page: PlannedPage, found: PageRecord | undefined) => {
    if (found === undefined || matched.has(page.key) || !free.delete(found)) return;
    matched.set(page.key, found);
  };
  const documents = planned.filter((page) => page.type === "document");
  const bySource = new Map(existing.map((page) => [page.source, page]));
  for (const page of documents) take(page, bySource.get(page.source));

  const left = () => [...free].filter(({ type, computed }) => type === "document" && computed === undefined);
  const byContent = uniqueBy(left(), ({ content }) => content);
  for (const page of documents) take(page, byContent.get(addresses.get(page.source)));
  const wanted = uniqueBy(
    documents.filter(({ key }) => !matched.has(key)),
    ({ title }) => title,
  );
  const byTitle = uniqueBy(left(), ({ title }) => title);
  for (const page of wanted.values()) take(page, byTitle.get(page.title));

  const others = new Map<string, PageRecord[]>();
  // What is called the same under one parent keeps its sequence: the last of a list is taken first.
  for (const page of [...free].sort(lastFirst)) {
    for (const name of [nameOf(page), `${nameOf(page)} ${page.parent}`]) {
      const named = others.get(name);
      if (named === undefined) others.set(name, [page]);
      else named.push(page);
    }
  }
  const nextFree = (name: string) => {
    const named = others.get(name) ?? [];
    while (named.length > 0 && !free.has(named.at(-1) as PageRecord)) named.pop();
    return named.at(-1);
  };
  for (const page of planned) {
    if (page.type === "document") continue;
    const parent = page.parent === null ? null : matched.get(page.parent)?.id;
    take(page, nextFree(`${nameOf(page)} ${parent}`) ?? nextFree(nameOf(page)));
  }
  return matched;
}

const lastFirst = (one: PageRecord, other: PageRecord) =>
  one.order === other.order ? 0 : one.order < other.order ? 1 : -1;

/** What is called the same; of what asks for computed pages, what is computed from the same. */
function nameOf(page: PlannedPage | PageRecord): string {
  const { type, title, computed } = page as { type: string; title: string; computed?: ComputedSource | ComputedRecord };
  if (computed === undefined) return JSON.stringify([type, title]);
  const source = "source" in computed ? (computed as ComputedRecord).source : (computed as ComputedSource);
  return JSON.stringify(["computed", source.type, specOf(source) ?? source]);
}

/** What alone has its key. */
export function uniqueBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item> {
  const found = new Map<Key, Item>();
  const repeated = new Set<Key>();
  for (const item of items) {
    const key = keyOf(item);
    if (found.has(key)) repeated.add(key);
    found.set(key, item);
  }
  for (const key of repeated) found.delete(key);
  return found;
}
