import { spaceFor } from "../access/scope.ts";
import { RevisionReader } from "../present/revision-reader.ts";
import type { Handlers } from "./handler.ts";

export const reusableContents: Handlers<"reusableContents"> = {
  async get({ spaceId, reusableContentId, metadata }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    const reader = await RevisionReader.open(context, { space, revision: space.revision });
    return reader.reusableContent(reusableContentId, metadata);
  },
};
