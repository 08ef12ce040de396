import { generateNKeysBetween } from "fractional-indexing";
import type { z } from "zod";
import type { ContentReference, ContentTemplate } from "../../../contract/models/content-reference.ts";
import { listLinks, replaceLinks } from "../../../markdown/page/links.ts";
import { type ChangeRequestScope, findVisibleSpace, type SpaceScope } from "../../access/scope.ts";
import { requireEditable } from "../../content/branches.ts";
import { commit, publish } from "../../content/commit.ts";
import { uncomputed } from "../../content/computed-pages.ts";
import { EditedMap, type StoredMap } from "../../content/content-map.ts";
import { allFiles, allPages, children, findFile, findPage, groupByParent } from "../../content/page-tree.ts";
import { freeSlug, freeSource, putPage } from "../../content/placement.ts";
import { type FileRecord, fileEntries, type PageRecord } from "../../content/records.ts";
import { hrefTo, type LinkTarget, resolveLinks } from "../../content/references.ts";
import { revisionContent, type SpaceContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { requireDirectEdits } from "../../review/reviews/index.ts";

type Template = z.infer<typeof ContentTemplate>;

/** Adds a template's content to a change request and returns the updated change request. */
export async function fillChangeRequest(
  context: Context,
  scope: ChangeRequestScope,
  template: Template,
): Promise<Row<"change_request">> {
  requireEditable(scope, "filled");
  return commit(context, scope, await filled(context, scope.space, scope.changeRequest.revision, template));
}

/** Adds a template's content directly to a space, if its merge rules allow changes without a change request. */
export async function fillSpace(context: Context, { space }: SpaceScope, template: Template): Promise<void> {
  if (space.edit_mode === "locked") {
    throw new Problem(
      "conflict",
      `Space ${space.id} is locked and cannot use a template. An administrator can set editMode to "live".`,
    );
  }
  await requireDirectEdits(context, space, "a template goes into a change request: give changeRequestId");
  const map = await filled(context, space, space.revision, template);
  await publish(context, space, { map });
}

async function filled(
  context: Context,
  space: Row<"space">,
  revision: string,
  { id, params }: Template,
): Promise<EditedMap> {
  const map = new EditedMap(await revisionContent(context, space.id, revision));
  const found = await findVisibleSpace(context, id);
  if (found === undefined || found.space.deleted_at !== null) {
    throw new Problem(
      "not_found",
      `template: there is no template ${id}, or this token may not see it. A template is a space, by its id.`,
    );
  }
  const from = await revisionContent(context, found.space.id, found.space.revision);
  const fill = await readReferences(params?.contentRefs ?? {}, map, space.id);
  await copyContent({ content: context.content, from, map, fill, now: context.now });
  return map;
}

type References = Readonly<Record<string, ContentReference>>;

/**
 * The addresses of a template's placeholders in the content being filled. Throws `not_found` if it has no such page or
 * file, and `not_implemented` for a reference that no link in a page can express.
 */
async function readReferences(
  references: References,
  map: EditedMap,
  space: string,
): Promise<(name: string, source: string) => string> {
  const found = new Map<string, (source: string) => string>();
  for (const [name, reference] of Object.entries(references)) {
    found.set(name, await toAddress(name, reference, map, space));
  }
  return (name, source) => {
    const address = found.get(name);
    if (address === undefined) {
      throw new Problem(
        "bad_request",
        `params.contentRefs: no reference is given for the placeholder ${JSON.stringify(name.slice(0, 100))} of the template.`,
      );
    }
    return address(source);
  };
}

async function toAddress(
  name: string,
  reference: ContentReference,
  map: EditedMap,
  space: string,
): Promise<(source: string) => string> {
  const field = `params.contentRefs.${name}`;
  if ("space" in reference && reference.space !== undefined && reference.space !== space) {
    throw new Problem(
      "not_implemented",
      `${field}: this service can only refer to content of the space that is being filled.`,
    );
  }
  switch (reference.kind) {
    case "url":
      return () => reference.url;
    case "page":
    case "anchor": {
      const page = reference.page === undefined ? undefined : await findPage(map, reference.page);
      if (page?.source === undefined) throw new Problem("not_found", `${field}: space ${space} has no such page.`);
      const { source: target } = page;
      const anchor = reference.kind === "anchor" ? `#${reference.anchor}` : "";
      return (source) => hrefTo(source, target) + anchor;
    }
    case "file": {
      const file = await findFile(map, reference.file);
      if (file === undefined) throw new Problem("not_found", `${field}: space ${space} has no such file.`);
      return (source) => hrefTo(source, file.source);
    }
    default:
      throw new Problem(
        "not_implemented",
        `${field}: this service accepts only references of the kinds url, page, anchor and file.`,
      );
  }
}

const maxPages = 1000;

/** The scheme of addresses that are placeholders, as in `[the guide](ref:guide)`. */
const placeholder = /^ref:(.+)$/s;

const byId = /^\/(pages|files)\//;

/** Texts read at a time. */
const batch = 100;

interface ContentCopy {
  readonly content: SpaceContent;
  /** The template's own content. */
  readonly from: StoredMap;
  /** The content being filled. */
  readonly map: EditedMap;
  /** The address that replaces a placeholder, as written in a page at a source path. */
  readonly fill: (name: string, source: string) => string;
  readonly now: string;
}

/** Copies a template's pages and files. The pages go after those at the root, and links between them are kept. */
async function copyContent(run: ContentCopy): Promise<void> {
  const { content, from, map } = run;
  const pages = (await allPages(from)).filter(({ part }) => part === undefined);
  if (pages.length > maxPages) {
    throw new Problem(
      "unprocessable",
      `template: it has ${pages.length} pages, groups and links, and a template can have at most ${maxPages} of them.`,
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
      ...(page.computed === undefined ? page : withUnusedSeed(page, seeds)),
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

/** Keeps the seed, and so the ids of computed pages, unless a page there already has it. */
function withUnusedSeed(page: PageRecord, taken: ReadonlySet<string | undefined>): PageRecord {
  const copy = uncomputed(page);
  if (copy.computed === undefined || !taken.has(copy.computed.seed)) return copy;
  return { ...copy, computed: { ...copy.computed, seed: createId() } };
}

/** Copies by the id of their original. */
interface Copied {
  readonly pages: ReadonlyMap<string, PageRecord>;
  readonly files: ReadonlyMap<string, FileRecord>;
  /** Whether anything got a different slug or source path than in the template. */
  readonly renamed: boolean;
}

/** The text with its placeholders filled and its links pointing to the copies. */
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

/** The address of the copy of a link's target; undefined if the link as it is leads there. */
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
