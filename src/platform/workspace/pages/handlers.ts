import { spaceFor } from "../../access/scope.ts";
import { emptyRoot } from "../../content/ordered-map/node-codec.ts";
import type { Context } from "../../kernel/context.ts";
import type { Handlers, VersionedResult } from "../../kernel/handler.ts";
import { readPaging } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { listBacklinkReferences, listSpaceLinks, readMetaLinks, withKnownLinks } from "../links/index.ts";
import {
  presentDifferences,
  presentRevisionFile,
  presentRevisionFiles,
  RevisionReader,
  versionedResult,
} from "../revisions/index.ts";
import { toEmbed } from "./embeds.ts";

export const pages: Handlers<"pages"> = {
  async list({ spaceId, ...reading }, context) {
    return fromSpace(context, spaceId, async (reader) => ({ pages: await reader.tree(reading) }));
  },

  async get({ spaceId, pageId, ...reading }, context) {
    return fromSpace(context, spaceId, (reader) => reader.pageById(pageId, reading));
  },

  async getByPath({ spaceId, pagePath, ...reading }, context) {
    return fromSpace(context, spaceId, (reader) => reader.pageByPath(pagePath, reading));
  },

  listLinks: withKnownLinks(listSpaceLinks),

  listBacklinks: withKnownLinks(listBacklinkReferences),

  async getMetaLinks({ spaceId, pageId }, context) {
    return metaLinks(context, await current(context, spaceId), pageId, spaceId);
  },
};

async function metaLinks(context: Context, revision: RevisionReader, pageId: string, spaceId: string) {
  const { map } = revision;
  const page = await revision.findPage(pageId);
  if (page === undefined) throw new Problem("not_found", `pageId: there is no page ${pageId} in this revision.`);
  const text = page.content === undefined ? "" : await context.content.readText(page.content);
  return readMetaLinks(map, page, text, spaceId, async (id) => (await revision.findPage(id)) !== undefined);
}

/** A result from the space's current revision, valid until the space changes. */
async function fromSpace<Result>(
  context: Context,
  spaceId: string,
  read: (reader: RevisionReader) => Promise<Result>,
): Promise<VersionedResult<Result>> {
  const { space } = await spaceFor(context, spaceId, "view");
  return versionedResult(context, { space, revision: space.revision }, read);
}

async function current(context: Context, spaceId: string): Promise<RevisionReader> {
  const { space } = await spaceFor(context, spaceId, "view");
  return RevisionReader.open(context, { space, revision: space.revision });
}

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
    return fromRevision(context, input, async (reader) => ({ pages: await reader.tree(input) }));
  },

  async listFiles(input, context) {
    const { map } = await open(context, input);
    const request = readPaging("revisions.listFiles", [input.spaceId, input.revisionId], input);
    return presentRevisionFiles(context, map, request, input.metadata);
  },

  async getPage({ pageId, ...reading }, context) {
    return fromRevision(context, reading, (reader) => reader.pageById(pageId, reading));
  },

  async getPageByPath({ pagePath, ...reading }, context) {
    return fromRevision(context, reading, (reader) => reader.pageByPath(pagePath, reading));
  },

  async getPageDocument({ pageId, ...reading }, context) {
    return fromRevision(context, reading, (reader) => reader.pageDocument(pageId, reading));
  },

  async getReusableContentDocument({ reusableContentId, ...reading }, context) {
    return fromRevision(context, reading, (reader) => reader.reusableDocument(reusableContentId, reading));
  },

  async getPageMetaLinks({ pageId, ...name }, context) {
    return metaLinks(context, await open(context, name), pageId, name.spaceId);
  },
};

/** How addresses on pages are embedded. */
export const spaceEmbeds: Handlers<"spaces"> = {
  async getEmbed({ spaceId, url }, context) {
    await spaceFor(context, spaceId, "view");
    return toEmbed(url);
  },
};

interface RevisionName {
  readonly spaceId: string;
  readonly revisionId: string;
}

/** A result from a revision, which never changes. */
async function fromRevision<Result>(
  context: Context,
  { spaceId, revisionId }: RevisionName,
  read: (reader: RevisionReader) => Promise<Result>,
): Promise<VersionedResult<Result>> {
  const { space } = await spaceFor(context, spaceId, "view");
  return versionedResult(context, { space, revision: revisionId }, read);
}

async function open(context: Context, { spaceId, revisionId }: RevisionName): Promise<RevisionReader> {
  const { space } = await spaceFor(context, spaceId, "view");
  return RevisionReader.open(context, { space, revision: revisionId });
}

export const reusableContents: Handlers<"reusableContents"> = {
  async get({ spaceId, reusableContentId, metadata }, context) {
    return fromSpace(context, spaceId, (reader) => reader.reusableContent(reusableContentId, metadata));
  },
};

export const files: Handlers<"files"> = {
  async list(input, context) {
    const { space } = await spaceFor(context, input.spaceId, "view");
    const { map } = await RevisionReader.open(context, { space, revision: space.revision });
    return presentRevisionFiles(context, map, readPaging("files.list", [input.spaceId], input), input.metadata);
  },

  async get({ spaceId, fileId, metadata }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    const { map } = await RevisionReader.open(context, { space, revision: space.revision });
    return presentRevisionFile(context, map, fileId, metadata, `space ${spaceId}`);
  },

  listBacklinks: withKnownLinks(listBacklinkReferences),
};
