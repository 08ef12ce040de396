import type { UpdatePage } from "../../contract/models/content-change.ts";
import { slugOf, titleOf, withTitle } from "../../text/title.ts";
import { Problem } from "../problem.ts";
import type { ChangeSetting } from "./change-setting.ts";
import { demandRoom } from "./computed-pages.ts";
import type { EditedMap } from "./content-map.ts";
import { describedBy, readGivenText, shortTitle, withOwnTitle } from "./given-text.ts";
import { splitBody } from "./page-body.ts";
import { keepingFrontMatter, withDescribed } from "./page-front-matter.ts";
import { findPage, subtree } from "./page-tree.ts";
import { freeSlug, orderAt } from "./placement.ts";
import type { PageRecord } from "./records.ts";
import { withIncludePaths } from "./resolve-includes.ts";

/** A page with another text. One sent as blocks is the body alone: front matter and title stay as they are. */
export async function rewritten(
  { content, map }: ChangeSetting,
  page: PageRecord,
  next: PageRecord,
  document: NonNullable<UpdatePage["document"]>,
  wantedTitle: string | undefined,
): Promise<PageRecord> {
  if (page.type !== "document") throw new Problem("conflict", `Page ${page.id} is a ${page.type} and has no body.`);
  const before = page.content === undefined ? "" : await content.readText(page.content);
  const showsTitle = titleOf(before) !== undefined;
  const { head } = splitBody(before);
  const newHead = showsTitle && wantedTitle !== undefined ? withTitle(head, wantedTitle) : head;
  const kept = keepingFrontMatter(await readGivenText(document, newHead), before);
  const given = await withIncludePaths(map, kept, page.source ?? "");
  const { title, text } = withOwnTitle({ text: given, wanted: wantedTitle, present: page.title, shows: showsTitle });
  return { ...next, ...describedBy(text, before, page), title, content: content.putText(text) };
}

export async function retitled({ content }: ChangeSetting, page: PageRecord, wanted: string): Promise<PageRecord> {
  const title = shortTitle(wanted);
  const text = page.content === undefined ? undefined : await content.readText(page.content);
  if (text === undefined || titleOf(text) === undefined) return { ...page, title };
  return { ...page, title, content: content.putText(withTitle(text, title)) };
}

/** Members the change sets stand in the record, and in the text's front matter where the page has a text of its own. */
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

/** Gives `next` its place: a changed parent, index or slug. */
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
  const wanted = change.slug === undefined ? page.slug : slugOf(change.slug);
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
  demandRoom(page, "into");
  return page;
}

export const notThere = (field: string, id: string) =>
  new Problem(
    "not_found",
    `${field}: the change request has no page ${id}. It may have been deleted; list the pages of the change request.`,
  );
