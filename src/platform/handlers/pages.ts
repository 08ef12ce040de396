import { spaceFor } from "../access/scope.ts";
import type { Context } from "../context.ts";
import { knowLinks } from "../links/known-links.ts";
import { listBacklinksOf, listLinksOf } from "../links/list-links.ts";
import { RevisionReader } from "../present/revision-reader.ts";
import type { Handlers } from "./handler.ts";

export const pages: Handlers<"pages"> = {
  async list({ spaceId, metadata }, context) {
    return { pages: await (await current(context, spaceId)).tree(metadata) };
  },

  async get({ spaceId, pageId, ...reading }, context) {
    return (await current(context, spaceId)).pageById(pageId, reading);
  },

  async getByPath({ spaceId, pagePath, ...reading }, context) {
    return (await current(context, spaceId)).pageByPath(pagePath, reading);
  },

  listLinks: { prepare: knowLinks, run: listLinksOf },

  listBacklinks: { prepare: knowLinks, run: listBacklinksOf },
};

async function current(context: Context, spaceId: string): Promise<RevisionReader> {
  const { space } = await spaceFor(context, spaceId, "view");
  return RevisionReader.open(context, { space, revision: space.revision });
}
