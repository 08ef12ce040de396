import type { GitBlob } from "../../contract/models/git.ts";
import type { ReusableContent } from "../../contract/models/reusable-content.ts";
import type { FileRecord } from "../content/records.ts";
import { bodyOfReusable, titleOfReusable } from "../content/reusable-contents.ts";

/** A reusable content without its body; `text` is that of its file, and `git` what Git calls it where that is wanted. */
export function presentReusable(file: FileRecord, text: string, git: GitBlob | undefined): ReusableContent {
  return {
    id: file.id,
    title: titleOfReusable(text, file),
    ...(git === undefined ? {} : { git }),
    ...(bodyOfReusable(text) === "" ? {} : { document: file.content }),
  };
}
