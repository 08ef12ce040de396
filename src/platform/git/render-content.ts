import { gitHash, gitHashAt } from "../content/blob-address.ts";
import { exportedText } from "../content/exported-text.ts";
import { allFiles, allPages } from "../content/page-tree.ts";
import { allRedirects, type Redirects } from "../content/redirects.ts";
import { isReusable } from "../content/reusable-contents.ts";
import { findSummary } from "../content/summary-source.ts";
import { exportPaths } from "../import/export-paths.ts";
import { exportedPage, inTreeOrder } from "../import/export-space.ts";
import { isRepositoryData } from "../import/repository-data.ts";
import { SummaryLines } from "../import/summary-lines.ts";
import type { RunningJob } from "../jobs/job-kind.ts";

export interface RenderedContent {
  /** By path from the content's root. */
  readonly files: ReadonlyMap<string, RenderedFile>;
  readonly redirects: Redirects;
  /** The table of contents. */
  readonly summary: string;
  /** Paths of files that no repository takes. */
  readonly leftOut: readonly string[];
}

export interface RenderedFile {
  readonly oid: string;
  read(): Promise<Uint8Array>;
}

/** What a content looks like in a repository. Reads only the texts that are written otherwise there. */
export async function renderContent(root: string, title: string, job: RunningJob): Promise<RenderedContent> {
  const { pages, records, redirects, source } = await job.read(async ({ content }) => {
    const map = content.at(root);
    const [redirects, source] = [await allRedirects(map), await findSummary(map, content)];
    return { pages: await allPages(map), records: await allFiles(map), redirects, source };
  });
  const leftOut = records.map(({ source }) => source).filter(isRepositoryData);
  const kept = records.filter(({ source }) => !isRepositoryData(source));
  const files = new Map<string, RenderedFile>();
  const ordered = inTreeOrder(pages).map(({ page, depth }) => {
    const text = () => textOf(page.content ?? "", page.source ?? "");
    return { page, shown: exportedPage(page, depth, text) };
  });
  const paths = exportPaths(
    ordered.map(({ shown }) => shown),
    kept.map(({ source }) => ({ path: source })),
  );
  const lines = new SummaryLines(source, paths.pages);
  for (const [index, { page, shown }] of ordered.entries()) {
    job.signal.throwIfAborted();
    const path = paths.pages[index];
    const text = shown.type === "document" ? shown.text : async () => "";
    await lines.add(shown, path ?? "", text);
    if (path !== undefined) files.set(path, await fileOf(page.content ?? "", async () => Buffer.from(await text())));
  }
  for (const { source, content: address } of kept) {
    const read = isReusable({ source })
      ? async () => Buffer.from(await textOf(address, source))
      : () => job.read(({ content }) => content.readBytes(address));
    files.set(source, await fileOf(address, read));
  }
  return { files, redirects, summary: lines.text(title), leftOut };

  async function textOf(address: string, source: string): Promise<string> {
    return job.read(({ content }) => exportedText(content, content.at(root), { content: address, source }));
  }

  async function fileOf(address: string, read: () => Promise<Uint8Array>): Promise<RenderedFile> {
    return { oid: gitHashAt(address) ?? gitHash(await read()), read };
  }
}
