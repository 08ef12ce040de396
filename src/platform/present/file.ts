import type { File } from "../../contract/models/file.ts";
import type { GitBlob } from "../../contract/models/git.ts";
import type { FileRecord } from "../content/records.ts";
import type { Context } from "../context.ts";
import { presentFileBlob } from "./git-blob.ts";

export function presentFile({ fileLinks, origin, now }: Context, file: FileRecord, git: GitBlob | undefined): File {
  return {
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: fileLinks.url(origin, file, now),
    size: file.size,
    ...(file.dimensions === undefined ? {} : { dimensions: file.dimensions }),
    ...(git === undefined ? {} : { git }),
  };
}

/** Files with what Git calls them, where that is wanted. */
export function presentFiles(context: Context, files: readonly FileRecord[], metadata: boolean): Promise<File[]> {
  const blobOf = (file: FileRecord) => (metadata ? presentFileBlob(context.content, file) : undefined);
  return Promise.all(files.map(async (file) => presentFile(context, file, await blobOf(file))));
}
