import { findSpace } from "../../access/spaces-rows.ts";
import { exportedText } from "../../content/exported-text.ts";
import { allFiles, allPages, groupByParent } from "../../content/page-tree.ts";
import type { PageRecord } from "../../content/records.ts";
import { allRedirects } from "../../content/redirects.ts";
import { isReusable } from "../../content/reusable-contents.ts";
import { findRevision } from "../../content/revisions-rows.ts";
import { SpaceContent } from "../../content/space-content.ts";
import { findSummary } from "../../content/summary-source.ts";
import type { DatabaseAtTime } from "../../kernel/database/database.ts";
import { Problem } from "../../kernel/problem.ts";
import type { ExportedContent, ExportedPage } from "./exported-content.ts";
import { isRepositoryData, leftOutNote } from "./folder-path.ts";

/** A space's current revision as pages and files to write. Texts are read on demand. */
export async function readSpaceForExport(platform: DatabaseAtTime, spaceId: string): Promise<ExportedContent> {
  const read = <Result>(work: (content: SpaceContent) => Promise<Result>) =>
    platform.database.read((queries) => work(new SpaceContent(queries)));
  const { root, title, pages, files, redirects, summary } = await platform.database.read(async (queries) => {
    const space = await findSpace(queries, spaceId);
    const revision = space && (await findRevision(queries, space.id, space.revision));
    if (space === undefined || revision === undefined) throw new Problem("not_found", `There is no space ${spaceId}.`);
    const content = new SpaceContent(queries);
    const map = content.at(revision.root);
    const [pages, files] = [await allPages(map), await allFiles(map)];
    const summary = await findSummary(map, content);
    return { root: revision.root, title: space.title, pages, files, redirects: await allRedirects(map), summary };
  });
  return {
    title,
    pages: inTreeOrder(pages).map(({ page, depth }) => exported(page, depth)),
    files: files
      .filter(({ source }) => !isRepositoryData(source))
      .map(({ source, content }) => ({
        path: source,
        read: () =>
          isReusable({ source })
            ? pathsIn(content, source).then((text) => Buffer.from(text))
            : read((store) => store.readBytes(content)),
      })),
    redirects,
    summary,
    warnings: files.filter(({ source }) => isRepositoryData(source)).map(({ source }) => leftOutNote(source)),
  };

  function exported(page: PageRecord, depth: number): ExportedPage {
    return exportedPage(page, depth, () => pathsIn(page.content ?? "", page.source ?? ""));
  }

  function pathsIn(content: string, source: string): Promise<string> {
    return read((store) => exportedText(store, store.at(root), { content, source }));
  }
}

/** A page in the form that exports use. */
export function exportedPage(page: PageRecord, depth: number, text: () => Promise<string>): ExportedPage {
  const { id, title, linkTitle, slug, hidden } = page;
  const base = { id, depth, title, linkTitle, slug, hidden };
  if (page.computed !== undefined) return { ...base, type: "computed", computed: page.computed.source };
  if (page.type === "group") return { ...base, type: "group" };
  if (page.type === "link") return { ...base, type: "link", target: page.target ?? "" };
  const source = page.source !== undefined && isRepositoryData(page.source) ? undefined : page.source;
  return { ...base, type: "document", source, text };
}

/** Without computed pages: they are computed again from the exported page that requests them. */
export function inTreeOrder(pages: readonly PageRecord[]): { page: PageRecord; depth: number }[] {
  const groups = groupByParent(pages.filter(({ part }) => part === undefined));
  const under = (parent: string | null, depth: number): { page: PageRecord; depth: number }[] =>
    (groups.get(parent) ?? []).flatMap((page) => [{ page, depth }, ...under(page.id, depth + 1)]);
  return under(null, 0);
}
