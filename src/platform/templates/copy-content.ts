import { generateNKeysBetween } from "fractional-indexing";
import { listLinks, replaceLinks } from "../../text/links.ts";
import { uncomputed } from "../content/computed-pages.ts";
import type { EditedMap, StoredMap } from "../content/content-map.ts";
import { allFiles, allPages, children, groupByParent } from "../content/page-tree.ts";
import { freeSlug, freeSource, putPage } from "../content/placement.ts";
import { type FileRecord, fileEntries, type PageRecord } from "../content/records.ts";
import { hrefTo, type LinkTarget, resolveLinks } from "../content/references.ts";
import type { SpaceContent } from "../content/space-content.ts";
import { Problem } from "../problem.ts";
import { createId } from "../store/ids.ts";

const mostPages = 1000;
/** The scheme of the addresses that stand for what a template is filled with, as in `[the guide](ref:guide)`. */
const placeholder = /^ref:(.+)$/s;
const byId = /^\/(pages|files)\//;
/** Texts read at once. */
const batch = 100;

export interface ContentCopy {
  readonly content: SpaceContent;
  /** The template's own content. */
  readonly from: StoredMap;
  /** The content that is filled. */
  readonly map: EditedMap;
  /** The address of what a placeholder stands for, as a page at a source path writes it. */
  readonly fill: (name: string, source: string) => string;
  readonly now: string;
}

/** Adds copies of a template's pages and files, the pages after those at the root, their links to each other kept. */
export async function copyContent(run: ContentCopy): Promise<void> {
  const { content, from, map } = run;
  const pages = (await allPages(from)).filter(({ part }) => part === undefined);
  if (pages.length > mostPages) {
    throw new Problem(
      "unprocessable",
      `template: it has ${pages.length} pages, and a template can have ${mostPages} at most.`,
    );
  }
  const templateFiles = await allFiles(from);
  const files = await copyFiles(run, templateFiles);
  const copies = await copyPages(run, pages);
  const copied: Copied = {
    pages: copies,
    files,
    renamed:
      pages.some(({ id, slug, source }) => copies.get(id)?.slug !== slug || copies.get(id)?.source !== source) ||
      templateFiles.some(({ id, source }) => files.get(id)?.source !== source),
  };
  const written = pages.filter((page) => page.content !== undefined);
  for (let start = 0; start < written.length; start += batch) {
    const part = written.slice(start, start + batch);
    const texts = await content.readTexts([...new Set(part.flatMap((page) => page.content ?? []))]);
    for (const page of part) {
      const copy = copies.get(page.id);
      const text = texts.get(page.content ?? "");
      if (copy === undefined || text === undefined) continue;
      const filled = await relink(run, page, copy, text, copied);
      if (filled !== text) putPage(map, copy, { ...copy, content: content.putText(filled) });
    }
  }
}

async function copyFiles({ map }: ContentCopy, files: readonly FileRecord[]): Promise<Map<string, FileRecord>> {
  const copies = new Map<string, FileRecord>();
  for (const file of files) {
    const copy = { ...file, id: createId(), source: await freeSource(map, file.source, undefined) };
    for (const [key, value] of fileEntries(copy)) map.set(key, value);
    copies.set(file.id, copy);
  }
  return copies;
}

async function copyPages(
  { from, map, now }: ContentCopy,
  pages: readonly PageRecord[],
): Promise<Map<string, PageRecord>> {
  const groups = groupByParent(pages);
  const top = await children(from, null);
  const last = (await children(map, null)).at(-1)?.order ?? null;
  const orders = generateNKeysBetween(last, null, top.length);
  const copies = new Map<string, PageRecord>();
  const seeds = new Set((await allPages(map)).map(({ computed }) => computed?.seed));
  const open = top.map((page, index) => ({ page, parent: null as string | null, order: orders[index] ?? page.order }));
  for (const { page, parent, order } of open) {
    const copy: PageRecord = {
      ...(page.computed === undefined ? page : asking(page, seeds)),
      id: createId(),
      parent,
      order,
      slug: await freeSlug(map, parent, page.slug, undefined),
      source: page.source && (await freeSource(map, page.source, undefined)),
      createdAt: now,
      updatedAt: now,
    };
    putPage(map, undefined, copy);
    copies.set(page.id, copy);
    open.push(...(groups.get(page.id) ?? []).map((child) => ({ page: child, parent: copy.id, order: child.order })));
  }
  return copies;
}

/** With the same seed, and so the same ids of the pages to come, as long as no page there has it. */
function asking(page: PageRecord, taken: ReadonlySet<string | undefined>): PageRecord {
  const copy = uncomputed(page);
  if (copy.computed === undefined || !taken.has(copy.computed.seed)) return copy;
  return { ...copy, computed: { ...copy.computed, seed: createId() } };
}

/** Copies by the ids of what they are of. */
interface Copied {
  readonly pages: ReadonlyMap<string, PageRecord>;
  readonly files: ReadonlyMap<string, FileRecord>;
  /** Something got another slug or source path than it has in the template. */
  readonly renamed: boolean;
}

/** The text with its placeholders filled, and its links leading to the copies of what they led to. */
async function relink(
  { from, fill }: ContentCopy,
  page: PageRecord,
  copy: PageRecord,
  text: string,
  copied: Copied,
): Promise<string> {
  if (listLinks(text).length === 0) return text;
  const targets = await resolveLinks(from, page, text);
  return replaceLinks(text, ({ href }) => {
    const name = placeholder.exec(href)?.[1];
    if (name !== undefined) return fill(name, copy.source ?? "");
    return addressOfCopy(href, targets.get(href), copy, copied);
  });
}

/** The address of the copy of what a link leads to; undefined where the link as it is leads there. */
function addressOfCopy(
  href: string,
  target: LinkTarget | undefined,
  copy: PageRecord,
  { pages, files, renamed }: Copied,
): string | undefined {
  if (!renamed && !byId.test(href)) return undefined;
  const found =
    target?.kind === "page" ? pages.get(target.page) : target?.kind === "file" ? files.get(target.file) : undefined;
  if (found?.source === undefined) return undefined;
  return hrefTo(copy.source ?? "", found.source) + (/#.*$/s.exec(href)?.[0] ?? "");
}
