import { posix } from "node:path";
import { gitHash } from "../content/blob-address.ts";
import type { RenderedContent, RenderedFile } from "./render-content.ts";
import type { TreeFile } from "./tree.ts";

export interface ExportSides {
  /** What the space has. */
  readonly space: RenderedContent;
  /** What both had when they were last in step; undefined where they never were. */
  readonly base: RenderedContent | undefined;
  /** What the branch has, by path from the project's folder. */
  readonly branch: ReadonlyMap<string, TreeFile>;
  /** The content's folder in there. */
  readonly root: string;
  /** Path of the table of contents from that folder. */
  readonly summary: string;
  /** Its hash when both were last in step. */
  readonly summaryBefore: string | null;
  /** Whether what only the branch changed gives way. */
  readonly force: boolean;
}

export interface ExportChanges {
  /** Files to write, by path from the project's folder. */
  readonly written: Map<string, RenderedFile>;
  readonly removed: string[];
  /** Paths that both sides changed. */
  readonly conflicts: string[];
  /** Hash of the table of contents afterwards. */
  readonly summary: string | undefined;
}

/** What the space changed since both were in step. What the branch changed meanwhile, and the space did not, stays. */
export function exportChanges(sides: ExportSides): ExportChanges {
  const { space, base, branch, root, force } = sides;
  const written = new Map<string, RenderedFile>();
  const removed: string[] = [];
  const conflicts: string[] = [];
  const place = (path: string) => posix.join(root, path);
  for (const [path, file] of space.files) {
    const [was, there] = [base?.files.get(path)?.oid, branch.get(place(path))?.oid];
    if (there === file.oid || (was === file.oid && !force)) continue;
    if (there !== was && !force) conflicts.push(place(path));
    else written.set(place(path), file);
  }
  for (const [path, file] of base?.files ?? []) {
    const there = branch.get(place(path))?.oid;
    if (space.files.has(path) || there === undefined) continue;
    if (there !== file.oid && !force) conflicts.push(place(path));
    else removed.push(place(path));
  }
  const path = place(sides.summary);
  const there = branch.get(path)?.oid;
  if (base?.summary === space.summary) return { written, removed, conflicts, summary: there };
  const bytes = Buffer.from(space.summary);
  const oid = gitHash(bytes);
  if (there === oid) return { written, removed, conflicts, summary: oid };
  const was = base === undefined ? undefined : (sides.summaryBefore ?? undefined);
  if (there !== was && !force) conflicts.push(path);
  else written.set(path, { oid, read: async () => bytes });
  return { written, removed, conflicts, summary: oid };
}
