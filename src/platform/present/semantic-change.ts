import type { SemanticChange, SemanticChanges } from "../../contract/models/semantic-change.ts";
import { bodyStartOf } from "../../text/front-matter.ts";
import type { StoredMap } from "../content/content-map.ts";
import { pathOf } from "../content/page-tree.ts";
import type { PageRecord } from "../content/records.ts";
import { type Attributes, type ContentDifference, contentDifferences } from "../content/semantic-changes.ts";
import type { Context } from "../context.ts";
import { presentFileDifference } from "./file-difference.ts";

/** What `after` has otherwise than `before`: the first `limit` changes, and how many there are besides. */
export async function presentDifferences(
  context: Context,
  before: StoredMap,
  after: StoredMap,
  limit: number,
): Promise<Pick<SemanticChanges, "changes" | "more">> {
  const differences = await contentDifferences(before, after);
  const changes: SemanticChange[] = [];
  for (const difference of differences.slice(0, limit)) {
    changes.push(await presentDifference(context, difference, before, after));
  }
  const more = differences.length - changes.length;
  return { changes, ...(more > 0 ? { more } : {}) };
}

/** A difference with each page under the path it has on its side. */
async function presentDifference(
  context: Context,
  difference: ContentDifference,
  before: StoredMap,
  after: StoredMap,
): Promise<SemanticChange> {
  const presentPage = async (page: PageRecord, map: StoredMap) => ({
    id: page.id,
    type: page.type,
    title: page.title,
    path: await pathOf(map, page),
  });
  switch (difference.type) {
    case "page_created":
      return { type: difference.type, page: await presentPage(difference.page, after) };
    case "page_deleted":
      return { type: difference.type, page: await presentPage(difference.page, before) };
    case "page_edited":
      return {
        type: difference.type,
        page: await presentPage(difference.page, after),
        attributes: (await withoutSameBody(context, difference.attributes)) as Record<
          string,
          { before?: unknown; after?: unknown }
        >,
      };
    case "page_moved":
      return {
        type: difference.type,
        page: await presentPage(difference.page, after),
        parent: {
          ...(difference.before === undefined ? {} : { before: await presentPage(difference.before, before) }),
          ...(difference.after === undefined ? {} : { after: await presentPage(difference.after, after) }),
        },
      };
    case "file_created":
    case "file_deleted":
    case "file_edited":
      return presentFileDifference(context, difference);
  }
}

/** A text in which nothing but the front matter differs is the same body: the members it changed are named instead. */
async function withoutSameBody({ content }: Context, attributes: Attributes): Promise<Attributes> {
  const { document, ...others } = attributes;
  if (document === undefined || Object.keys(others).length === 0) return attributes;
  const [before, after] = [document.before, document.after].map(async (address) =>
    typeof address === "string" ? bodyOf(await content.readText(address)) : undefined,
  );
  return (await before) === (await after) ? others : attributes;
}

const bodyOf = (text: string) => text.slice(bodyStartOf(text)).trimStart();
