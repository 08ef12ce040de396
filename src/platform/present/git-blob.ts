import type { GitBlob } from "../../contract/models/git.ts";
import { gitHashAt } from "../content/blob-address.ts";

/** What Git calls a stored text or file. After an edit it is the hash of the new bytes, as an export will write them. */
export function presentGitBlob({ content, source }: { content: string; source: string }): GitBlob {
  const oid = gitHashAt(content);
  return { ...(oid === undefined ? {} : { oid }), path: source };
}
