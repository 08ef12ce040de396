import { spaceFor } from "../access/scope.ts";
import { RevisionReader } from "../present/revision-reader.ts";
import type { Handlers } from "./handler.ts";

export const revisions: Handlers<"revisions"> = {
  async current({ spaceId, metadata }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    const reader = await RevisionReader.open(context, { space, revision: space.revision });
    return reader.revision(metadata);
  },

  async getPage({ spaceId, revisionId, pageId, ...reading }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    const reader = await RevisionReader.open(context, { space, revision: revisionId });
    return reader.pageById(pageId, reading);
  },
};
