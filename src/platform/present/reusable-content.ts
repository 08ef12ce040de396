import type { ReusableContent } from "../../contract/models/reusable-content.ts";
import type { FileRecord } from "../content/records.ts";
import { bodyOfReusable, titleOfReusable } from "../content/reusable-contents.ts";
import { presentGitBlob } from "./git-blob.ts";

/** A reusable content without its body; `text` is that of its file. */
export function presentReusable(file: FileRecord, text: string, metadata: boolean): ReusableContent {
  return {
    id: file.id,
    title: titleOfReusable(text, file),
    ...(metadata ? { git: presentGitBlob(file) } : {}),
    ...(bodyOfReusable(text) === "" ? {} : { document: file.content }),
  };
}
