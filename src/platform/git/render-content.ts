import { listLinks } from "../../text/links.ts";
import { allFiles, allPages } from "../content/page-tree.ts";
import { allRedirects, type Redirects } from "../content/redirects.ts";
import { isReusable } from "../content/reusable-contents.ts";
import { exportPaths } from "../import/export-paths.ts";
import { exportedPage, inTreeOrder, sourcesById, withPaths } from "../import/export-space.ts";
import { SummaryLines } from "../import/summary-lines.ts";
import { writeSummary } from "../import/write-summary.ts";
import type { RunningJob } from "../jobs/job-kind.ts";
import { findBlobsByContent } from "../store/git.ts";
import type { NewRow } from "../store/tables.ts";
import { blobOid } from "./blob-reader.ts";
import { linkById } from "./store-blobs.ts";

export interface RenderedContent {
  /** By path from the content's root. */
  readonly files: ReadonlyMap<string, RenderedFile>;
  readonly redirects: Redirects;
  /** The table of contents. */
  readonly summary: string;
  /** Hashes that were not known, to be kept. */
  readonly found: readonly NewRow<"git_blob">[];
}

export interface RenderedFile {
  readonly oid: string;
  read(): Promise<Uint8Array>;
}

/** What a content looks like in a repository. Reads the texts whose hash is not known, and those with links by id. */
export async function renderContent(root: string, title: string, job: RunningJob): Promise<RenderedContent> {
  const { pages, records, redirects, known } = await job.read(async ({ content, queries }) => {
    const map = content.at(root);
    const [pages, records] = [await allPages(map), await allFiles(map)];
    const contents = [...pages.flatMap((page) => page.content ?? []), ...records.map((file) => file.content)];
    const known = await findBlobsByContent(queries, [...new Set(contents)]);
    return { pages, records, redirects: await allRedirects(map), known };
  });
  const sources = sourcesById(pages, records);
  const found: NewRow<"git_blob">[] = [];
  const files = new Map<string, RenderedFile>();
  const ordered = inTreeOrder(pages).map(({ page, depth }) => {
    const stored = () => job.read(({ content }) => content.readText(page.content ?? ""));
    const text = async () => withPaths(await stored(), page.source ?? "", sources);
    return { page, stored, shown: exportedPage(page, depth, text) };
  });
  const paths = exportPaths(
    ordered.map(({ shown }) => shown),
    records.map(({ source }) => ({ path: source })),
  );
  const lines = new SummaryLines();
  for (const [index, { page, stored, shown }] of ordered.entries()) {
    job.signal.throwIfAborted();
    const path = paths.pages[index];
    const text = shown.type === "document" ? shown.text : async () => "";
    await lines.add(shown, path ?? "", text);
    if (path === undefined) continue;
    const row = known.get(page.content ?? "");
    const oid = row?.plain === 1 ? row.oid : await hashText(page.content ?? "", await stored(), text);
    files.set(path, { oid, read: async () => Buffer.from(await text()) });
  }
  for (const { source, content: address } of records) {
    if (isReusable({ source })) {
      const stored = () => job.read(({ content }) => content.readText(address));
      const text = async () => withPaths(await stored(), source, sources);
      const row = known.get(address);
      const oid = row?.plain === 1 ? row.oid : await hashText(address, await stored(), text);
      files.set(source, { oid, read: async () => Buffer.from(await text()) });
      continue;
    }
    const read = () => job.read(({ content }) => content.readBytes(address));
    let oid = known.get(address)?.oid;
    if (oid === undefined) {
      oid = blobOid(await read());
      found.push({ oid, content: address, plain: 1, reading: null });
    }
    files.set(source, { oid, read });
  }
  return { files, redirects, summary: writeSummary(title, lines.listed), found };

  async function hashText(content: string, stored: string, text: () => Promise<string>): Promise<string> {
    const plain = !listLinks(stored).some(({ href }) => linkById.test(href));
    const oid = blobOid(Buffer.from(plain ? stored : await text()));
    if (plain) found.push({ oid, content, plain: 1, reading: null });
    return oid;
  }
}
