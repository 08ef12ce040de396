import { posix } from "node:path";
import { gitHash, gitHashAt } from "../../content/blob-address.ts";
import { exportedText } from "../../content/exported-text.ts";
import { allFiles, allPages } from "../../content/page-tree.ts";
import type { FileRecord } from "../../content/records.ts";
import { allRedirects, type Redirects } from "../../content/redirects.ts";
import { isReusable } from "../../content/reusable-contents.ts";
import { findSummary } from "../../content/summary-source.ts";
import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
import {
  exportedPage,
  exportPaths,
  inTreeOrder,
  isRepositoryData,
  type RedirectEdits,
  SummaryLines,
} from "../space-files/index.ts";
import { type FiledPage, type TextChange, textChanges } from "./plan-changes.ts";
import type { TreeFile } from "./tree.ts";

export interface RenderedContent {
  /** By path from the content's root. */
  readonly files: ReadonlyMap<string, RenderedFile>;
  readonly redirects: Redirects;
  /** The table of contents. */
  readonly summary: string;
  /** Paths of files that no repository accepts. */
  readonly leftOut: readonly string[];
}

export interface RenderedFile {
  readonly oid: string;
  read(): Promise<Uint8Array>;
}

/** A content as its files in a repository. Reads only the texts that are written differently there. */
export async function renderContent(root: string, title: string, job: RunningJob): Promise<RenderedContent> {
  const { pages, records, redirects, source } = await job.read(async ({ content }) => {
    const map = content.at(root);
    const [redirects, source] = [await allRedirects(map), await findSummary(map, content)];
    return { pages: await allPages(map), records: await allFiles(map), redirects, source };
  });
  const leftOut = records.map(({ source }) => source).filter(isRepositoryData);
  const exportedRecords = records.filter(({ source }) => !isRepositoryData(source));
  const files = new Map<string, RenderedFile>();
  const ordered = inTreeOrder(pages).map(({ page, depth }) => {
    const text = () => readText(page.content ?? "", page.source ?? "");
    return { page, shown: exportedPage(page, depth, text) };
  });
  const paths = exportPaths(
    ordered.map(({ shown }) => shown),
    exportedRecords.map(({ source }) => ({ path: source })),
  );
  const lines = new SummaryLines(source, paths.pages);
  for (const [index, { page, shown }] of ordered.entries()) {
    job.signal.throwIfAborted();
    const path = paths.pages[index];
    const text = shown.type === "document" ? shown.text : async () => "";
    await lines.add(shown, path ?? "", text);
    if (path !== undefined)
      files.set(path, await toRenderedFile(page.content ?? "", async () => Buffer.from(await text())));
  }
  for (const { source, content: address } of exportedRecords) {
    const read = isReusable({ source })
      ? async () => Buffer.from(await readText(address, source))
      : () => job.read(({ content }) => content.readBytes(address));
    files.set(source, await toRenderedFile(address, read));
  }
  return { files, redirects, summary: lines.text(title), leftOut };

  async function readText(address: string, source: string): Promise<string> {
    return job.read(({ content }) => exportedText(content, content.at(root), { content: address, source }));
  }

  async function toRenderedFile(address: string, read: () => Promise<Uint8Array>): Promise<RenderedFile> {
    return { oid: gitHashAt(address) ?? gitHash(await read()), read };
  }
}

/**
 * The files that differ between two contents. Undefined if the tables of contents or redirects may differ too, or if
 * writing a file takes more than its text: then everything must be rendered.
 */
export async function renderChanges(
  base: string,
  root: string,
  job: RunningJob,
): Promise<Record<"base" | "space", RenderedContent> | undefined> {
  const changes = await job.read(({ content }) => textChanges(content.at(base), content.at(root)));
  if (changes === undefined || !changes.pages.every(isListedAlike)) return undefined;
  const changed = [...changes.pages, ...changes.files];
  // Such files are left out, and such pages get another path.
  if (changed.some(({ is: { source } }) => isRepositoryData(source))) return undefined;
  const [was, is] = [rendered(changed.map(({ was }) => was)), rendered(changed.map(({ is }) => is))];
  if (was === undefined || is === undefined) return undefined;
  // Rejects paths that lead out of a folder.
  exportPaths(
    [],
    changed.map(({ is: { source } }) => ({ path: source })),
  );
  return { base: was, space: is };

  function rendered(records: readonly (FiledPage | FileRecord)[]): RenderedContent | undefined {
    const files = new Map<string, RenderedFile>();
    for (const { source, content: address } of records) {
      const oid = gitHashAt(address);
      if (oid === undefined) return undefined;
      files.set(source, { oid, read: () => job.read(({ content }) => content.readBytes(address)) });
    }
    return { files, redirects: new Map(), summary: "", leftOut: [] };
  }
}

/** Whether both versions of a page look the same in the table of contents. */
const isListedAlike = ({ was, is }: TextChange<FiledPage>) =>
  was.title === is.title && was.linkTitle === is.linkTitle && !was.hidden && !is.hidden;

export interface ExportSides {
  /** The content of the space. */
  readonly space: RenderedContent;
  /** The content of both sides when they were last in sync; undefined if they never were. */
  readonly base: RenderedContent | undefined;
  /** The files of the branch, by path from the project's folder. */
  readonly branch: ReadonlyMap<string, TreeFile>;
  /** The content's folder in it. */
  readonly root: string;
  /** Path of the table of contents from that folder. */
  readonly summary: string;
  /** Its hash when both sides were last in sync. */
  readonly summaryBefore: string | null;
  /** Whether to overwrite what only the branch changed. */
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

/** What the space changed since the sides were in sync. Changes that only the branch made are kept. */
export function exportChanges(sides: ExportSides): ExportChanges {
  const { space, base, branch, root, force } = sides;
  const written = new Map<string, RenderedFile>();
  const removed: string[] = [];
  const conflicts: string[] = [];
  const toBranchPath = (path: string) => posix.join(root, path);
  for (const [path, file] of space.files) {
    const [was, there] = [base?.files.get(path)?.oid, branch.get(toBranchPath(path))?.oid];
    if (there === file.oid || (was === file.oid && !force)) continue;
    if (there !== was && !force) conflicts.push(toBranchPath(path));
    else written.set(toBranchPath(path), file);
  }
  for (const [path, file] of base?.files ?? []) {
    const there = branch.get(toBranchPath(path))?.oid;
    if (space.files.has(path) || there === undefined) continue;
    if (there !== file.oid && !force) conflicts.push(toBranchPath(path));
    else removed.push(toBranchPath(path));
  }
  const path = toBranchPath(sides.summary);
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

interface RedirectSides {
  readonly space: Redirects;
  /** The redirects of both sides when they were last in sync; undefined if they never were. */
  readonly base: Redirects | undefined;
  readonly branch: Redirects;
  /** Whether to overwrite what only the branch changed. */
  readonly force: boolean;
}

/** The redirects that an export writes, and whether the branch changed some of them too. */
export function exportRedirects({ space, base, branch, force }: RedirectSides): {
  readonly edits: RedirectEdits;
  readonly inConflict: boolean;
} {
  const edits = new Map<string, string | undefined>();
  let inConflict = false;
  for (const from of new Set([...space.keys(), ...(base?.keys() ?? [])])) {
    const [is, was, there] = [space.get(from), base?.get(from), branch.get(from)];
    if (there === is || (was === is && !force)) continue;
    if (there !== was && !force) inConflict = true;
    else edits.set(from, is);
  }
  return { edits, inConflict };
}
