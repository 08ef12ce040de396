import { File } from "../models/file.ts";
import { FileId, SpaceId } from "../models/id.ts";
import { ResolvedReference } from "../models/link.ts";
import { contentReading } from "../models/page.ts";
import { listOf, paging } from "../models/paging.ts";
import { get } from "../operation.ts";

export const files = {
  list: get("/spaces/{spaceId}/content/files", {
    id: "listFiles",
    summary: "List a space's files",
    effect: "read",
    forReaders: true,
    params: { spaceId: SpaceId },
    query: { ...contentReading, ...paging },
    returns: listOf(File),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  get: get("/spaces/{spaceId}/content/files/{fileId}", {
    id: "getFileById",
    summary: "Read one file's name, type, size and temporary download URL",
    effect: "read",
    forReaders: true,
    params: { spaceId: SpaceId, fileId: FileId },
    query: contentReading,
    returns: File,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  listBacklinks: get("/spaces/{spaceId}/content/files/{fileId}/backlinks", {
    id: "listSpaceFileBacklinks",
    summary: "List what links to or shows one file",
    effect: "read",
    params: { spaceId: SpaceId, fileId: FileId },
    query: paging,
    returns: listOf(ResolvedReference),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
};
