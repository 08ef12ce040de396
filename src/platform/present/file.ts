import type { File } from "../../contract/models/file.ts";
import type { FileRecord } from "../content/records.ts";
import type { Context } from "../context.ts";
import { presentGitBlob } from "./git-blob.ts";

export function presentFile({ fileLinks, origin, now }: Context, file: FileRecord, metadata: boolean): File {
  return {
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: fileLinks.url(origin, file, now),
    size: file.size,
    ...(file.dimensions === undefined ? {} : { dimensions: file.dimensions }),
    ...(metadata ? { git: presentGitBlob(file) } : {}),
  };
}
