import { sql } from "kysely";
import { pageOf } from "./keyset.ts";
import type { Queries, Row } from "./tables.ts";

export type LinkRow = Row<"page_link">;
type LinkStatus = "ok" | "broken" | "in-app";

/** Links with one target and one relation. */
export interface LinkGroup {
  readonly target: string;
  readonly relation: string;
  readonly status: string;
  readonly href: string;
}

/** Which links are listed: those of a space, or of one of its pages. */
export interface LinkFilter {
  readonly space: string;
  readonly page?: string | undefined;
  readonly status?: LinkStatus | undefined;
}

/** Further links of a page are not kept: it holds more only to do harm. */
export const mostLinksOfPage = 5_000;

/** Targets in the order of their names, from after `(target, relation)`. */
export async function listLinkGroups(
  queries: Queries,
  filter: LinkFilter,
  after: readonly [target: string, relation: string] | undefined,
  limit: number,
): Promise<LinkGroup[]> {
  return pageOf(
    linkGroups(queries, filter).select(({ fn }) => [
      "target",
      "relation",
      fn.min("status").as("status"),
      fn.min("href").as("href"),
    ]),
    { by: ["target", "relation"], order: "asc", after, limit },
  ).execute();
}

/** Reads an index alone; that of a page is of bounded size. */
export async function countLinkGroups(queries: Queries, filter: LinkFilter): Promise<number> {
  const { count } = await queries
    .selectFrom(linkGroups(queries, filter).select("target").as("link_group"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const linkGroups = (queries: Queries, { space, page, status }: LinkFilter) =>
  linksOf(queries, space, page)
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? ""))
    .groupBy(["target", "relation"]);

/** The sections that hold links of each group, `most` of a group at most, in the order of pages. */
export async function linkPlaces(
  queries: Queries,
  { space, page }: LinkFilter,
  groups: readonly LinkGroup[],
  most: number,
): Promise<Pick<LinkRow, "target" | "relation" | "page" | "anchor">[]> {
  const wanted = JSON.stringify(groups.map(({ target, relation }) => [target, relation]));
  const ofPage = page === undefined ? sql`` : sql`and page = ${page}`;
  const { rows } = await sql<Pick<LinkRow, "target" | "relation" | "page" | "anchor">>`
    select target, relation, page, anchor from (
      select target, relation, page, anchor,
        row_number() over (partition by target, relation order by page, min(position)) as place
      from page_link
      where space = ${space} ${ofPage}
        and (target, relation) in (select value ->> 0, value ->> 1 from json_each(${wanted}))
      group by target, relation, page, anchor)
    where place <= ${most} order by target, relation, place`.execute(queries);
  return rows;
}

export interface LinkCounts {
  readonly total: number;
  readonly broken: number;
}

export async function countLinks(queries: Queries, { space, page }: LinkFilter): Promise<LinkCounts> {
  if (page === undefined) {
    const known = await queries.selectFrom("link_index").selectAll().where("space", "=", space).executeTakeFirst();
    return { total: known?.total ?? 0, broken: known?.broken ?? 0 };
  }
  const rows = await linksOf(queries, space, page)
    .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  return sumOf(rows);
}

export function sumOf(rows: readonly { readonly status: string; readonly count: number }[]): LinkCounts {
  const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
  return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), broken: counts.get("broken") ?? 0 };
}

function linksOf(queries: Queries, space: string, page: string | undefined) {
  return queries.selectFrom((from) => {
    const rows = from.selectFrom("page_link").selectAll().where("space", "=", space);
    // The limit keeps the engine from looking for the page among all links of the space, sorted by target.
    return (page === undefined ? rows : rows.where("page", "=", page).limit(mostLinksOfPage)).as("page_link");
  });
}

/** A section that holds links to one target. */
export interface Backlink {
  readonly page: string;
  readonly anchor: string;
  readonly position: number;
}

/** Sections of other pages that lead to a page or file, in the order of pages, from after `(page, position)`. */
export async function listBacklinks(
  queries: Queries,
  space: string,
  target: string,
  after: readonly [page: string, position: number] | undefined,
  limit: number,
): Promise<Backlink[]> {
  return pageOf(backlinks(queries, space, target).selectAll(), {
    by: ["page", "position"],
    order: "asc",
    after,
    limit,
  }).execute();
}

export async function countBacklinks(queries: Queries, space: string, target: string): Promise<number> {
  const { count } = await backlinks(queries, space, target)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function backlinks(queries: Queries, space: string, target: string) {
  return queries.selectFrom((from) =>
    from
      .selectFrom("page_link")
      .select(({ fn }) => ["page", "anchor", fn.min("position").as("position")])
      .where("space", "=", space)
      .where("target", ">=", target)
      .where("target", "<", `${target}$`)
      .where("page", "!=", target.slice(target.indexOf(":") + 1))
      .groupBy(["page", "anchor"])
      .as("place"),
  );
}
