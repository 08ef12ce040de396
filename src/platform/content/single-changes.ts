import { posix } from "node:path";
import type { UpdatePage } from "../../contract/models/content-change.ts";
import { withFrontMatter } from "../../markdown/grammar/front-matter.ts";
import { findTitle, toSlug, withTitle } from "../../markdown/page/title.ts";
import { createId } from "../kernel/database/ids.ts";
import type { Fetched } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import { requireChildrenAllowed } from "./computed-pages.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import { describedBy, readDocumentText, shortTitle, withOwnTitle } from "./input-content.ts";
import { splitBody } from "./page-document.ts";
import { withDescribed, withPreviousFrontMatter } from "./page-front-matter.ts";
import { findPage, subtree } from "./page-tree.ts";
import { assetSource, freeSlug, freeSource, orderAt } from "./placement.ts";
import { type FileRecord, fileEntries, keys, type PageRecord } from "./records.ts";
import { withIncludePaths } from "./resolve-includes.ts";
import { reusableFolder, variablesSource } from "./reusable-contents.ts";
import type { SpaceContent } from "./space-content.ts";

/** What changes are applied to, and what they need. */
export interface ChangeSetting {
  readonly content: SpaceContent;
  readonly space: string;
  readonly map: EditedMap;
  /** What a page is reverted to if no revision is named. */
  readonly base: StoredMap;
  /** The content of another revision of the same space. Throws `not_found`. */
  revision(id: string): Promise<StoredMap>;
  /** What was fetched from the URLs of new files. */
  readonly fetched: ReadonlyMap<string, Fetched>;
  readonly now: string;
  /** Ids of pages that may link to one of these previous tree paths, or to something below it. */
  linkingTo(paths: readonly string[]): Promise<readonly string[]>;
}

/** A page with a new text. One sent as blocks is only the body: front matter and title stay. */
export async function rewritten(
  { content, map }: ChangeSetting,
  page: PageRecord,
  next: PageRecord,
  document: NonNullable<UpdatePage["document"]>,
  wantedTitle: string | undefined,
): Promise<PageRecord> {
  if (page.type !== "document") throw new Problem("conflict", `Page ${page.id} is a ${page.type} and has no body.`);
  const before = page.content === undefined ? "" : await content.readText(page.content);
  const showsTitle = findTitle(before) !== undefined;
  const { head } = splitBody(before);
  const newHead = showsTitle && wantedTitle !== undefined ? withTitle(head, wantedTitle) : head;
  const newText = withPreviousFrontMatter(await readDocumentText(document, newHead), before);
  const bound = await withIncludePaths(map, newText, page.source ?? "");
  const { title, text } = withOwnTitle({ text: bound, wanted: wantedTitle, present: page.title, shows: showsTitle });
  return { ...next, ...describedBy(text, before, page), title, content: content.putText(text) };
}

export async function retitled({ content }: ChangeSetting, page: PageRecord, wanted: string): Promise<PageRecord> {
  const title = shortTitle(wanted);
  const text = page.content === undefined ? undefined : await content.readText(page.content);
  if (text === undefined || findTitle(text) === undefined) return { ...page, title };
  return { ...page, title, content: content.putText(withTitle(text, title)) };
}

/** Sets the members of the change in the record, and in the text's front matter if the page has its own text. */
export async function described(
  { content }: ChangeSetting,
  page: PageRecord,
  members: Partial<PageRecord>,
): Promise<PageRecord> {
  const isWritten = page.content !== undefined && page.computed === undefined;
  if (!isWritten || Object.keys(members).length === 0) return { ...page, ...members };
  const text = await content.readText(page.content);
  const described = withDescribed(text, members);
  return { ...page, ...members, content: described === text ? page.content : content.putText(described) };
}

/** Gives `next` its position when the parent, index or slug changes. */
export async function moved(
  { map }: ChangeSetting,
  page: PageRecord,
  next: PageRecord,
  change: UpdatePage,
): Promise<PageRecord> {
  const parent = change.into === undefined ? page.parent : change.into;
  if (parent !== null && parent !== page.parent) {
    const target = await parentNamed(map, parent);
    const below = await subtree(map, page);
    if (below.some((member) => member.id === target.id)) {
      throw new Problem(
        "conflict",
        `Page ${page.id} cannot go into ${target.id}, which is the page itself or below it.`,
      );
    }
  }
  const moves = parent !== page.parent || change.at !== undefined;
  const order = moves ? await orderAt(map, parent, change.at, page.id) : page.order;
  const wanted = change.slug === undefined ? page.slug : toSlug(change.slug);
  return { ...next, parent, order, slug: await freeSlug(map, parent, wanted, page.id) };
}

export async function pageNamed(map: EditedMap, id: string, field: string): Promise<PageRecord> {
  const page = await findPage(map, id);
  if (page === undefined) throw notThere(field, id);
  return page;
}

export async function parentNamed(map: EditedMap, id: string): Promise<PageRecord> {
  const page = await pageNamed(map, id, "into");
  if (page.type === "link") throw new Problem("conflict", `into: page ${id} is a link, which holds no pages.`);
  requireChildrenAllowed(page, "into");
  return page;
}

export const notThere = (field: string, id: string) =>
  new Problem(
    "not_found",
    `${field}: the change request has no page ${id}. It may have been deleted; list the pages of the change request.`,
  );

/** Changes the text or title of a reusable content. Throws `conflict` for members that only pages have. */
export async function rewriteReusable(
  map: EditedMap,
  content: SpaceContent,
  file: FileRecord,
  change: UpdatePage,
): Promise<void> {
  const { operation: _, page: __, document, title, ...others } = change;
  const [stray] = Object.entries(others).filter(([, value]) => value !== undefined);
  if (stray !== undefined) {
    throw new Problem("conflict", `${stray[0]}: ${file.id} is a reusable content, which has only a text and a title.`);
  }
  const before = await content.readText(file.content);
  const newText =
    document === undefined
      ? before
      : withPreviousFrontMatter(await readDocumentText(document, splitBody(before).head), before);
  const bound = await withIncludePaths(map, newText, file.source);
  const text = title === undefined ? bound : withFrontMatter(bound, { title: shortTitle(title) });
  putFile(map, { ...file, content: content.putText(text), size: Buffer.byteLength(text) });
}

/** Adds a new file. One named like a reusable content, or like the space's variables, replaces it. */
export async function insertOrReplaceFile(
  map: EditedMap,
  name: string,
  attributes: Omit<FileRecord, "id" | "name" | "source">,
): Promise<FileRecord> {
  const named = namedSource(name);
  const source = named ?? (await freeSource(map, assetSource(name), undefined));
  const owner = (await map.getMany([keys.source(source)])).get(keys.source(source));
  const file: FileRecord = {
    id: owner?.startsWith(keys.files) ? owner.slice(keys.files.length) : createId(),
    name: named === undefined ? name : posix.basename(source),
    ...attributes,
    source,
  };
  putFile(map, file);
  return file;
}

function putFile(map: EditedMap, file: FileRecord): void {
  for (const [key, value] of fileEntries(file)) map.set(key, value);
}

export function removeFile(map: EditedMap, file: FileRecord): void {
  for (const key of fileEntries(file).keys()) map.delete(key);
}

/** The path for a new file named like a reusable content or the space's variables. */
function namedSource(name: string): string | undefined {
  if (name === variablesSource) return name;
  const rest = name.startsWith(reusableFolder) ? name.slice(reusableFolder.length) : "";
  return /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]{0,100}\.md$/u.test(rest) ? name : undefined;
}
