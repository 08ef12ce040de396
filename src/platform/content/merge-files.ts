import { mergeText } from "../../text/merge.ts";
import type { ContentConflict } from "./merge-conflict.ts";
import type { MergePlacement } from "./merge-placement.ts";
import type { MergeSides, TextStore } from "./merge-sides.ts";
import { type FileRecord, fileEntries, keys } from "./records.ts";
import { isAttachment, isReusable, titleOfReusable } from "./reusable-contents.ts";

/**
 * Brings in the files that the incoming side made, changed and removed. Of a file that both sides changed the kept side
 * stands; reusable contents and variables are text and are put together.
 */
export async function mergeFiles(
  { base, kept, incoming, yielding }: MergeSides,
  placement: MergePlacement,
  texts: TextStore,
): Promise<ContentConflict[]> {
  const conflicts: ContentConflict[] = [];
  for (const { key, before, after } of await base.diff(incoming, keys.files)) {
    const own = (await kept.getMany([key])).get(key);
    if (own !== before) {
      if (own !== undefined && before !== undefined && after !== undefined && own !== after) {
        conflicts.push(...(await mergeTexts(parse(before), parse(own), parse(after))));
      }
      continue;
    }
    if (before !== undefined) for (const entry of fileEntries(parse(before)).keys()) kept.delete(entry);
    if (after === undefined) continue;
    await (yielding === "kept" ? placement.claimFile(parse(after)) : placement.placeFile(parse(after)));
  }
  return conflicts;

  async function mergeTexts(was: FileRecord, own: FileRecord, other: FileRecord): Promise<ContentConflict[]> {
    if (isAttachment(own)) return [];
    const [first, second, third] = [was, own, other].map((file) => texts.readText(file.content));
    const merged = mergeText((await first) ?? "", (await second) ?? "", (await third) ?? "");
    const file = { ...own, content: texts.putText(merged.text), size: Buffer.byteLength(merged.text) };
    for (const [entry, value] of fileEntries(file)) kept.set(entry, value);
    const title = isReusable(own) ? titleOfReusable((await second) ?? "", own) : own.name;
    return (merged.conflicts ?? []).map((conflict) => ({
      ...{ page: own.id, title, path: own.source, kind: "text" as const },
      ...{ base: conflict.base, kept: conflict.ours, incoming: conflict.theirs },
    }));
  }
}

const parse = (text: string) => JSON.parse(text) as FileRecord;
