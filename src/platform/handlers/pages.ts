import { spaceFor } from "../access/scope.ts";
import { findPage } from "../content/page-tree.ts";
import type { Context } from "../context.ts";
import { withKnownLinks } from "../links/known-links.ts";
import { listBacklinksOf, listLinksOf } from "../links/list-links.ts";
import { readMetaLinks } from "../links/meta-links.ts";
import { RevisionReader } from "../present/revision-reader.ts";
import { Problem } from "../problem.ts";
import type { Handlers } from "./handler.ts";

export const pages: Handlers<"pages"> = {
  async list({ spaceId, ...reading }, context) {
    return { pages: await (await current(context, spaceId)).tree(reading) };
  },

  async get({ spaceId, pageId, ...reading }, context) {
    return (await current(context, spaceId)).pageById(pageId, reading);
  },

  async getByPath({ spaceId, pagePath, ...reading }, context) {
    return (await current(context, spaceId)).pageByPath(pagePath, reading);
  },

  listLinks: withKnownLinks(listLinksOf),

  listBacklinks: withKnownLinks(listBacklinksOf),

  async getMetaLinks({ spaceId, pageId }, context) {
    const { map } = await current(context, spaceId);
    const page = await findPage(map, pageId);
    if (page === undefined) throw new Problem("not_found", `pageId: there is no page ${pageId} in this revision.`);
    const text = page.content === undefined ? "" : await context.content.readText(page.content);
    return readMetaLinks(map, page, text, spaceId);
  },
};

async function current(context: Context, spaceId: string): Promise<RevisionReader> {
  const { space } = await spaceFor(context, spaceId, "view");
  return RevisionReader.open(context, { space, revision: space.revision });
}
