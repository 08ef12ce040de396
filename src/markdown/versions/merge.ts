import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { diffingLineArrays, type Hunk } from "./diff.ts";

/** A passage that both sides changed differently. */
interface TextConflict {
  base: string;
  ours: string;
  theirs: string;
  /** 1-based line in ours where the conflict begins; the following line if ours deleted the lines. */
  line: number;
}

/** Without conflicts there is no `conflicts` member; with conflicts, `text` has ours for every conflicting passage. */
type TextMerge = { text: string; conflicts?: never } | { text: string; conflicts: TextConflict[] };

interface Change {
  side: "ours" | "theirs";
  hunk: Hunk;
}

/** Changes of one or both sides that share base lines (or one insertion point), and the base lines they span. */
interface Region {
  start: number;
  end: number;
  changes: Change[];
}

/**
 * Merges two versions of a text by line against the version both came from.
 *
 * Changes that only touch in the base are both kept, in base order. Overlapping changes, and two insertions at one
 * point, conflict unless they are the same, which is applied once. Line endings and the final newline merge like any
 * other text: the text after the last line feed counts as a line, empty or not.
 */
export const mergeText = (base: string, ours: string, theirs: string): TextMerge =>
  runToEnd(mergingText(base, ours, theirs));

/** The same in steps, for texts that may be long. */
export function* mergingText(base: string, ours: string, theirs: string): WorkInSteps<TextMerge> {
  if (ours === theirs || theirs === base) return { text: ours };
  if (ours === base) return { text: theirs };

  const lines = { base: base.split("\n"), ours: ours.split("\n"), theirs: theirs.split("\n") };
  yield;
  const oursHunks = yield* diffingLineArrays(lines.base, lines.ours);
  yield;
  const theirsHunks = yield* diffingLineArrays(lines.base, lines.theirs);
  yield;
  const merged: string[] = [];
  const conflicts: TextConflict[] = [];
  let baseAt = 0;
  let oursOffset = 0;
  for (const region of findRegions(oursHunks, theirsHunks)) {
    append(merged, lines.base, baseAt, region.start);
    baseAt = region.end;
    const oursStart = region.start + oursOffset;
    const oursLines = getSideLines(region, "ours", lines.ours);
    const theirsLines = getSideLines(region, "theirs", lines.theirs);
    if (oursLines) oursOffset += oursLines.length - (region.end - region.start);

    const mergedLines = oursLines ?? theirsLines ?? [];
    append(merged, mergedLines, 0, mergedLines.length);
    if (oursLines && theirsLines && !sameLines(oursLines, theirsLines)) {
      conflicts.push({
        base: lines.base.slice(region.start, region.end).join("\n"),
        ours: oursLines.join("\n"),
        theirs: theirsLines.join("\n"),
        line: oursStart + 1,
      });
    }
  }
  append(merged, lines.base, baseAt, lines.base.length);
  const text = merged.join("\n");
  return conflicts.length > 0 ? { text, conflicts } : { text };
}

function findRegions(ours: readonly Hunk[], theirs: readonly Hunk[]): Region[] {
  const changes = [
    ...ours.map((hunk): Change => ({ side: "ours", hunk })),
    ...theirs.map((hunk): Change => ({ side: "theirs", hunk })),
  ].sort((a, b) => a.hunk.beforeStart - b.hunk.beforeStart || a.hunk.beforeEnd - b.hunk.beforeEnd);

  const regions: Region[] = [];
  for (const change of changes) {
    const { beforeStart: start, beforeEnd: end } = change.hunk;
    const region = regions.at(-1);
    const sameInsertion = region !== undefined && region.start === start && region.end === end;
    if (region && (start < region.end || sameInsertion)) {
      region.changes.push(change);
      region.end = Math.max(region.end, end);
    } else {
      regions.push({ start, end, changes: [change] });
    }
  }
  return regions;
}

/** The lines of one side in place of a region's base lines, or nothing if that side did not change them. */
function getSideLines(region: Region, side: Change["side"], lines: readonly string[]): string[] | undefined {
  const hunks = region.changes.filter((change) => change.side === side).map((change) => change.hunk);
  const first = hunks[0];
  const last = hunks.at(-1);
  if (!first || !last) return undefined;
  const start = first.afterStart - (first.beforeStart - region.start);
  return lines.slice(start, last.afterEnd + (region.end - last.beforeEnd));
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

function append(target: string[], lines: readonly string[], start: number, end: number): void {
  for (let index = start; index < end; index += 1) target.push(lines[index] ?? "");
}
