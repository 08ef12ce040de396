import { spaceFor } from "../access/scope.ts";
import { withKnownLinks } from "../links/known-links.ts";
import { listBacklinksOf } from "../links/list-links.ts";
import { readPaging } from "../paging.ts";
import { answerFile, answerFiles } from "../present/file-list.ts";
import { RevisionReader } from "../present/revision-reader.ts";
import type { Handlers } from "./handler.ts";

export const files: Handlers<"files"> = {
  async list(input, context) {
    const { space } = await spaceFor(context, input.spaceId, "view");
    const { map } = await RevisionReader.open(context, { space, revision: space.revision });
    return answerFiles(context, map, readPaging("files.list", [input.spaceId], input), input.metadata);
  },

  async get({ spaceId, fileId, metadata }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    const { map } = await RevisionReader.open(context, { space, revision: space.revision });
    return answerFile(context, map, fileId, metadata, `space ${spaceId}`);
  },

  listBacklinks: withKnownLinks(listBacklinksOf),
};
