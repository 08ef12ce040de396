import type { File } from "../../../contract/models/file.ts";
import type { GitBlob, GitCommit } from "../../../contract/models/git.ts";
import { gitHash, gitHashAt } from "../../content/blob-address.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { exportedHashes, type FiledText } from "../../content/exported-text.ts";
import { type FileMembersWhere, shownFileMembers } from "../../content/file-facts.ts";
import { findFile } from "../../content/page-tree.ts";
import type { FileRecord } from "../../content/records.ts";
import { attachmentsAfter, countAttachments, isAttachment } from "../../content/reusable-contents.ts";
import type { CommitOfRevision } from "../../content/revisions-rows.ts";
import type { SpaceContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import { definedMembers } from "../../kernel/defined-members.ts";
import { type ListRequest, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";

export function presentFile({ fileLinks, origin, now }: Context, file: FileRecord, git: GitBlob | undefined): File {
  const shown = Object.fromEntries(shownFileMembers.map((member) => [member, file[member]])) as ShownMembers;
  const derived = {
    content: { downloadURL: fileLinks.url(origin, file, now) },
    source: git === undefined ? {} : { git },
  } satisfies Record<FileMembersWhere<"view", "derived">, Partial<File>>;
  return { ...definedMembers(shown), ...derived.content, ...derived.source };
}

type ShownMembers = Pick<FileRecord, (typeof shownFileMembers)[number]>;

/** Files, with their Git metadata if requested. */
export function presentFiles(context: Context, files: readonly FileRecord[], metadata: boolean): Promise<File[]> {
  const showsGit = metadata && context.reader?.showsGit !== false;
  const findBlob = (file: FileRecord) => (showsGit ? presentFileBlob(context.content, file) : undefined);
  return Promise.all(files.map(async (file) => presentFile(context, file, await findBlob(file))));
}

/** The files of one revision, ordered by id. */
export async function presentRevisionFiles(context: Context, map: StoredMap, request: ListRequest, metadata: boolean) {
  const rows = await attachmentsAfter(map, request.after?.[1] ?? "", request.limit + 1);
  const count = await countAttachments(map);
  const items = await presentFiles(context, rows, metadata);
  return toListResponse(request, rows, count, (file) => ["", file.id], items);
}

/** `where` says what does not have the file. */
export async function presentRevisionFile(
  context: Context,
  map: StoredMap,
  id: string,
  metadata: boolean,
  where: string,
) {
  const file = await findFile(map, id);
  // Visitors of a site see reusable contents within pages, in the parts that they may see.
  const isHidden = context.reader !== undefined && file !== undefined && !isAttachment(file);
  if (file === undefined || isHidden) throw new Problem("not_found", `fileId: ${where} has no file ${id}.`);
  const [presented] = await presentFiles(context, [file], metadata);
  if (presented === undefined) throw new Error(`File ${id} was not presented`);
  return presented;
}

/** A file's Git metadata. After an edit it has the hash of the new bytes, as an export will write them. */
export async function presentFileBlob(store: SpaceContent, { content, source }: FileRecord): Promise<GitBlob> {
  return { oid: gitHashAt(content) ?? gitHash(await store.readBytes(content)), path: source };
}

/** The same for texts, by path. */
export async function presentTextBlobs(
  store: SpaceContent,
  map: Parameters<typeof exportedHashes>[1],
  texts: readonly FiledText[],
): Promise<Map<string, GitBlob>> {
  const hashes = await exportedHashes(store, map, texts);
  return new Map([...hashes].map(([path, oid]) => [path, { oid, path }]));
}

/** A commit, under both names that the API has for its origin. */
export const presentCommit = (commit: CommitOfRevision): GitCommit => ({
  ...commit,
  createdByGitBook: commit.createdByService,
});
