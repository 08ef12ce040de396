import type { GitBlob, GitCommit } from "../../contract/models/git.ts";
import { gitHash, gitHashAt } from "../content/blob-address.ts";
import { exportedHashes, type FiledText } from "../content/exported-text.ts";
import type { FileRecord } from "../content/records.ts";
import type { SpaceContent } from "../content/space-content.ts";
import type { CommitOfRevision } from "../store/revisions.ts";

/** What Git calls a file. After an edit it is the hash of the new bytes, as an export will write them. */
export async function presentFileBlob(store: SpaceContent, { content, source }: FileRecord): Promise<GitBlob> {
  return { oid: gitHashAt(content) ?? gitHash(await store.readBytes(content)), path: source };
}

/** The same of texts, by their paths. */
export async function presentTextBlobs(
  store: SpaceContent,
  map: Parameters<typeof exportedHashes>[1],
  texts: readonly FiledText[],
): Promise<Map<string, GitBlob>> {
  const hashes = await exportedHashes(store, map, texts);
  return new Map([...hashes].map(([path, oid]) => [path, { oid, path }]));
}

/** A commit under both names that the API has for who made it. */
export const presentCommit = (commit: CommitOfRevision): GitCommit => ({
  ...commit,
  createdByGitBook: commit.createdByService,
});
