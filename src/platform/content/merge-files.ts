import type { MergeSides } from "./merge-content.ts";
import type { MergePlacement } from "./merge-placement.ts";
import { type FileRecord, fileEntries, keys } from "./records.ts";

/** Brings in the files that the incoming side made, changed and removed, and that the kept side left alone. */
export async function mergeFiles(
  { base, kept, incoming, yielding }: MergeSides,
  placement: MergePlacement,
): Promise<void> {
  for (const { key, before, after } of await base.diff(incoming, keys.files)) {
    if ((await kept.getMany([key])).get(key) !== before) continue;
    if (before !== undefined) for (const entry of fileEntries(parse(before)).keys()) kept.delete(entry);
    if (after === undefined) continue;
    await (yielding === "kept" ? placement.claimFile(parse(after)) : placement.placeFile(parse(after)));
  }
}

const parse = (text: string) => JSON.parse(text) as FileRecord;
