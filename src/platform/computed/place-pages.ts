import { slugOf, withTitle } from "../../text/title.ts";
import type { EditedMap } from "../content/content-map.ts";
import { children } from "../content/page-tree.ts";
import { putPage, removePage } from "../content/placement.ts";
import type { PageRecord } from "../content/records.ts";
import type { SpaceContent } from "../content/space-content.ts";
import { keepOrders } from "../git/keep-orders.ts";
import { SiblingSlugs } from "../import/page-names.ts";
import type { Turns } from "../turns.ts";
import { computedId } from "./computed-id.ts";

/** A computed page whose text is stored; those above it stand before it. */
export interface StoredPage {
  readonly key: string;
  /** Key of the page above; null below the one that asked. */
  readonly parent: string | null;
  readonly title: string;
  readonly description: string | undefined;
  readonly props: Readonly<Record<string, string>>;
  readonly content: string;
}

/** The page that asked, and those below it. */
export interface StoredReference {
  readonly title: string;
  readonly content: string;
  readonly pages: readonly StoredPage[];
}

/** Makes what was computed the pages below the one that asked. Pages that say the same as before stay as they are. */
export async function placePages(
  map: EditedMap,
  root: PageRecord,
  made: StoredReference,
  { content, now, turns }: { readonly content: SpaceContent; readonly now: string; readonly turns: Turns },
): Promise<void> {
  if (root.computed === undefined) return;
  const before = await pagesBefore(map, root, turns);
  const next = await pagesBelow(root, root.computed.seed, made, before, { now, turns });
  for (const page of before.values()) {
    if (next.get(page.id) !== page) removePage(map, page);
    await turns.pass();
  }
  for (const page of next.values()) {
    if (before.get(page.id) !== page) putPage(map, undefined, page);
    await turns.pass();
  }

  const isNamed = root.title !== root.computed.title;
  const title = isNamed ? root.title : made.title;
  const address = isNamed ? content.putText(withTitle(await content.readText(made.content), title)) : made.content;
  const computed = { ...root.computed, title: isNamed ? root.computed.title : made.title };
  const asking: PageRecord = { ...root, type: "document", title, content: address, computed };
  if (!isSame(root, asking)) putPage(map, root, { ...asking, updatedAt: now });
}

async function pagesBefore(map: EditedMap, root: PageRecord, turns: Turns): Promise<Map<string, PageRecord>> {
  const found = new Map<string, PageRecord>();
  const open = [root.id];
  for (const parent of open) {
    for (const page of await children(map, parent)) {
      found.set(page.id, page);
      open.push(page.id);
    }
    await turns.pass();
  }
  return found;
}

async function pagesBelow(
  root: PageRecord,
  seed: string,
  { pages }: StoredReference,
  before: ReadonlyMap<string, PageRecord>,
  { now, turns }: { readonly now: string; readonly turns: Turns },
): Promise<Map<string, PageRecord>> {
  const slugs = new SiblingSlugs();
  const orders = ordersOf(pages, seed, before);
  const below = new Map<string, PageRecord>();
  for (const page of pages) {
    await turns.pass();
    const id = computedId(seed, page.key);
    const was = before.get(id);
    const record: PageRecord = {
      id,
      type: "document",
      title: page.title,
      slug: slugs.take(page.parent, slugOf(page.title)).slug,
      parent: page.parent === null ? root.id : computedId(seed, page.parent),
      order: orders.get(page.key) ?? "",
      content: page.content,
      ...(page.description === undefined ? {} : { description: page.description }),
      part: { of: root.id, props: page.props },
      createdAt: was?.createdAt ?? now,
      updatedAt: was?.updatedAt ?? now,
    };
    below.set(id, was !== undefined && isSame(was, record) ? was : { ...record, updatedAt: now });
  }
  return below;
}

/** An order for each page among its siblings; as many as can keep the one they have. */
function ordersOf(pages: readonly StoredPage[], seed: string, before: ReadonlyMap<string, PageRecord>) {
  const siblings = new Map<string | null, StoredPage[]>();
  for (const page of pages) {
    const group = siblings.get(page.parent);
    if (group === undefined) siblings.set(page.parent, [page]);
    else group.push(page);
  }
  const orders = new Map<string, string>();
  for (const group of siblings.values()) {
    const kept = keepOrders(group.map(({ key }) => before.get(computedId(seed, key))?.order));
    for (const [index, { key }] of group.entries()) orders.set(key, kept[index] ?? "");
  }
  return orders;
}

const isSame = (one: PageRecord, other: PageRecord) => written(one) === written(other);
const written = ({ updatedAt: _, ...page }: PageRecord) =>
  JSON.stringify(
    Object.entries(page)
      .filter(([, value]) => value !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
