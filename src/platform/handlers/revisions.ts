import { spaceFor } from "../access/scope.ts";
import { emptyRoot } from "../content/ordered-map/node-codec.ts";
import type { Context } from "../context.ts";
import { readPaging } from "../paging.ts";
import { answerFiles } from "../present/file-list.ts";
import { RevisionReader } from "../present/revision-reader.ts";
import { presentDifferences } from "../present/semantic-change.ts";
import type { Handlers } from "./handler.ts";

export const revisions: Handlers<"revisions"> = {
  async current({ spaceId, ...reading }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    const reader = await RevisionReader.open(context, { space, revision: space.revision });
    return reader.revision(reading);
  },

  async get(input, context) {
    return (await open(context, input)).revision(input);
  },

  async listChanges({ limit, ...name }, context) {
    const reader = await open(context, name);
    const [parent] = reader.parents;
    const before = parent === undefined ? context.content.at(emptyRoot) : (await reader.sibling(parent)).map;
    return { ...(await reader.mergedFrom()), ...(await presentDifferences(context, before, reader.map, limit)) };
  },

  async listPages(input, context) {
    return { pages: await (await open(context, input)).tree(input) };
  },

  async listFiles(input, context) {
    const { map } = await open(context, input);
    const request = readPaging("revisions.listFiles", [input.spaceId, input.revisionId], input);
    return answerFiles(context, map, request, input.metadata);
  },

  async getPage({ pageId, ...reading }, context) {
    return (await open(context, reading)).pageById(pageId, reading);
  },

  async getPageByPath({ pagePath, ...reading }, context) {
    return (await open(context, reading)).pageByPath(pagePath, reading);
  },
};

interface RevisionName {
  readonly spaceId: string;
  readonly revisionId: string;
}

async function open(context: Context, { spaceId, revisionId }: RevisionName): Promise<RevisionReader> {
  const { space } = await spaceFor(context, spaceId, "view");
  return RevisionReader.open(context, { space, revision: revisionId });
}
