import type { ChangedPageView, EarlierPage, PageView, PreviewView } from "../../../site/view.ts";
import { keys, parsePage } from "../../content/records.ts";
import { requireRoot } from "../../content/revisions-rows.ts";
import { SpaceContent } from "../../content/space-content.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import type { ReadApis } from "./page-apis.ts";
import { hasText } from "./page-order.ts";
import { SpaceReader } from "./space-reader.ts";

/** Query of an address that marks changes in the page. */
export const changesQuery = "changes";

/** Pages listed in the bar above a preview. */
const maxListed = 100;

const kinds = { added: "added", removed: "removed", edited: "edited" } as const;

/** The bar above a preview of a change request or a revision; undefined elsewhere. */
export async function previewBar(
  queries: Queries,
  reader: SpaceReader,
  page: Pick<PageView, "href">,
): Promise<PreviewView | undefined> {
  const { draft, space } = reader.served;
  if (draft === undefined) return undefined;
  const { title, before, marksChanges } = draft;
  if (before === undefined) return { title, changed: [], more: 0 };
  const earlier = await earlierReader(queries, reader, before);
  const differences = await new SpaceContent(queries)
    .at(await requireRoot(queries, space, before))
    .diff(reader.map, keys.pages);
  const changed: ChangedPageView[] = [];
  for (const difference of differences) {
    const id = difference.key.slice(keys.pages.length);
    const record = parsePage(difference.after) ?? parsePage(difference.before);
    // What the visitor cannot see in either version is not named.
    const node = reader.order.find(id);
    if (record === undefined || (node ?? earlier.order.find(id)) === undefined) continue;
    const href = node && hasText(node.page) ? reader.findHref(node) : undefined;
    changed.push({
      title: node?.page.title ?? record.title,
      href: href && `${href}?${changesQuery}`,
      kind: kinds[difference.before === undefined ? "added" : difference.after === undefined ? "removed" : "edited"],
    });
  }
  return {
    title,
    changed: changed.slice(0, maxListed),
    more: Math.max(0, changed.length - maxListed),
    toggle: { marks: marksChanges, href: marksChanges ? page.href : `${page.href}?${changesQuery}` },
  };
}

/** The page before the previewed change, and what its blocks show of APIs. */
interface Earlier {
  readonly page: EarlierPage;
  readonly readApis: ReadApis | undefined;
}

/** Without a text if the page is new. Undefined if changes are not marked. */
export async function earlierPage(queries: Queries, reader: SpaceReader, page: PageView): Promise<Earlier | undefined> {
  const { draft } = reader.served;
  if (draft?.before === undefined || !draft.marksChanges) return undefined;
  const earlier = await earlierReader(queries, reader, draft.before);
  const found = earlier.order.find(page.id);
  if (found === undefined) {
    const empty = { ...page, title: "", description: undefined, document: { ...page.document, nodes: [] } };
    return { page: empty, readApis: undefined };
  }
  const view = await earlier.page(found);
  return { page: view, readApis: await earlier.apis(found, view.document) };
}

const earlierReader = (queries: Queries, { served }: SpaceReader, revision: string) =>
  SpaceReader.open(queries, { ...served, revision });
