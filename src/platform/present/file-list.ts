import type { StoredMap } from "../content/content-map.ts";
import { findFile } from "../content/page-tree.ts";
import { attachmentsAfter, countAttachments } from "../content/reusable-contents.ts";
import type { Context } from "../context.ts";
import { answerList, type ListRequest } from "../paging.ts";
import { Problem } from "../problem.ts";
import { presentFile, presentFiles } from "./file.ts";
import { presentFileBlob } from "./git-blob.ts";

/** The files of one revision, by their ids. */
export async function answerFiles(context: Context, map: StoredMap, request: ListRequest, metadata: boolean) {
  const rows = await attachmentsAfter(map, request.after?.[1] ?? "", request.limit + 1);
  const count = await countAttachments(map);
  const items = await presentFiles(context, rows, metadata);
  return answerList(request, rows, count, (file) => ["", file.id], items);
}

/** `where` says what has no such file. */
export async function answerFile(context: Context, map: StoredMap, id: string, metadata: boolean, where: string) {
  const file = await findFile(map, id);
  if (file === undefined) throw new Problem("not_found", `fileId: ${where} has no file ${id}.`);
  return presentFile(context, file, metadata ? await presentFileBlob(context.content, file) : undefined);
}
