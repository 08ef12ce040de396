import { spaceFor } from "../access/scope.ts";
import { findFile } from "../content/page-tree.ts";
import { attachmentsAfter } from "../content/reusable-contents.ts";
import { knowLinks } from "../links/known-links.ts";
import { listBacklinksOf } from "../links/list-links.ts";
import { answerList, readPaging } from "../paging.ts";
import { presentFile } from "../present/file.ts";
import { RevisionReader } from "../present/revision-reader.ts";
import { Problem } from "../problem.ts";
import type { Handlers } from "./handler.ts";

export const files: Handlers<"files"> = {
  async list(input, context) {
    const { space } = await spaceFor(context, input.spaceId, "view");
    const { map } = await RevisionReader.open(context, { space, revision: space.revision });
    const request = readPaging("files.list", [input.spaceId], input);
    const rows = await attachmentsAfter(map, request.after?.[1] ?? "", request.limit + 1);
    const items = rows.map((file) => presentFile(context, file, input.metadata));
    return answerList(request, rows, undefined, (file) => ["", file.id], items);
  },

  async get({ spaceId, fileId, metadata }, context) {
    const { space } = await spaceFor(context, spaceId, "view");
    const { map } = await RevisionReader.open(context, { space, revision: space.revision });
    const file = await findFile(map, fileId);
    if (file === undefined) throw new Problem("not_found", `fileId: space ${spaceId} has no file ${fileId}.`);
    return presentFile(context, file, metadata);
  },

  listBacklinks: { prepare: knowLinks, run: listBacklinksOf },
};
