import { sql } from "kysely";
import { getEngineWords, type Insertion, type ValueType } from "../../kernel/database/engine/engine.ts";
import { selectPage } from "../../kernel/database/row-order.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";

export type LinkRow = Row<"page_link">;

type LinkStatus = "ok" | "broken" | "in-app";

/** Links with one target and one relation. */
export interface LinkGroup {
  readonly target: string;
  readonly relation: string;
  readonly status: string;
  readonly href: string;
}

/** Which links to list: those of a space, or of one of its pages. */
export interface LinkFilter {
  readonly space: string;
  readonly page?: string | undefined;
  readonly status?: LinkStatus | undefined;
}

/** More links of a page are dropped: no honest page has so many. */
export const maxLinksPerPage = 5_000;

/** Targets ordered by name, starting after `(target, relation)`. */
export async function listLinkGroups(
  queries: Queries,
  filter: LinkFilter,
  after: readonly [target: string, relation: string] | undefined,
  limit: number,
): Promise<LinkGroup[]> {
  return selectPage(
    linkGroups(queries, filter).select(({ fn }) => [
      "target",
      "relation",
      fn.min("status").as("status"),
      fn.min("href").as("href"),
    ]),
    { by: ["target", "relation"], order: "asc", after, limit },
  ).execute();
}

/** How many groups there are of each status. Read from an index; that of a page is of bounded size. */
export async function countLinkGroups(
  queries: Queries,
  { space, page }: Omit<LinkFilter, "status">,
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom(
      selectLinks(queries, space, page).select("status").groupBy(["status", "target", "relation"]).as("link_group"),
    )
    .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

const linkGroups = (queries: Queries, { space, page, status }: LinkFilter) =>
  selectLinks(queries, space, page)
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? ""))
    .groupBy(["target", "relation"]);

/** The sections with links of each group, up to `maxPerGroup` per group, in page order. */
export async function listLinkLocations(
  queries: Queries,
  { space, page }: LinkFilter,
  groups: readonly LinkGroup[],
  maxPerGroup: number,
): Promise<Pick<LinkRow, "target" | "relation" | "page" | "anchor">[]> {
  const wanted = groups.map(({ target, relation }) => [target, relation]);
  const ofPage = page === undefined ? sql`` : sql`and page = ${page}`;
  const { rows } = await sql<Pick<LinkRow, "target" | "relation" | "page" | "anchor">>`
    select target, relation, page, anchor from (
      select target, relation, page, anchor,
        row_number() over (partition by target, relation order by page, min(position)) as place
      from page_link
      where space = ${space} ${ofPage}
        and (target, relation) in (${getEngineWords(queries).rows(["text", "text"], wanted)})
      group by target, relation, page, anchor) as placed
    where place <= ${maxPerGroup} order by target, relation, place`.execute(queries);
  return rows;
}

interface LinkCounts {
  readonly total: number;
  readonly broken: number;
}

export async function countLinks(queries: Queries, { space, page }: LinkFilter): Promise<LinkCounts> {
  if (page === undefined) {
    const known = await queries.selectFrom("link_index").selectAll().where("space", "=", space).executeTakeFirst();
    return { total: known?.total ?? 0, broken: known?.broken ?? 0 };
  }
  const rows = await selectLinks(queries, space, page)
    .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  return toLinkCounts(rows);
}

function toLinkCounts(rows: readonly { readonly status: string; readonly count: number }[]): LinkCounts {
  const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
  return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), broken: counts.get("broken") ?? 0 };
}

function selectLinks(queries: Queries, space: string, page: string | undefined) {
  return queries.selectFrom((from) => {
    const rows = from.selectFrom("page_link").selectAll().where("space", "=", space);
    // The limit keeps the engine from scanning all links of the space, sorted by target, for the page.
    return (page === undefined ? rows : rows.where("page", "=", page).limit(maxLinksPerPage)).as("page_link");
  });
}

/** A section with links to one target. */
interface Backlink {
  readonly page: string;
  readonly anchor: string;
  readonly position: number;
}

/** Sections of other pages that link to a page or file, in page order, starting after `(page, position)`. */
export async function listBacklinks(
  queries: Queries,
  space: string,
  target: string,
  after: readonly [page: string, position: number] | undefined,
  limit: number,
): Promise<Backlink[]> {
  return selectPage(backlinks(queries, space, target).selectAll(), {
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

/** Rows and keys per statement. */
const batch = 500;

export async function indexedRoot(queries: Queries, space: string): Promise<string | undefined> {
  const row = await queries.selectFrom("link_index").select("root").where("space", "=", space).executeTakeFirst();
  return row?.root;
}

/** Records that the index matches the content of `root`, and counts the links. */
export async function setIndexedRoot(queries: Queries, space: string, root: string): Promise<void> {
  const rows = await queries
    .selectFrom("page_link")
    .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
    .where("space", "=", space)
    .groupBy("status")
    .execute();
  const known = { root, ...toLinkCounts(rows) };
  await queries
    .insertInto("link_index")
    .values({ space, ...known })
    .onConflict((conflict) => conflict.column("space").doUpdateSet(known))
    .execute();
}

/** Where the first indexing of a space's links continues; undefined before it starts. */
export function findPortion(queries: Queries, space: string): Promise<Row<"link_portion"> | undefined> {
  return queries.selectFrom("link_portion").selectAll().where("space", "=", space).executeTakeFirst();
}

export async function setPortion(queries: Queries, portion: Row<"link_portion">): Promise<void> {
  const { root, after } = portion;
  await queries
    .insertInto("link_portion")
    .values(portion)
    .onConflict((conflict) => conflict.column("space").doUpdateSet({ root, after }))
    .execute();
}

export async function removePortion(queries: Queries, space: string): Promise<void> {
  await queries.deleteFrom("link_portion").where("space", "=", space).execute();
}

/** Replaces all links of these pages with `rows`. */
export async function replaceLinks(
  queries: Queries,
  space: string,
  pages: readonly string[],
  rows: readonly LinkRow[],
): Promise<void> {
  for (const some of inBatches(pages)) {
    await queries.deleteFrom("page_link").where("space", "=", space).where("page", "in", some).execute();
  }
  const values = rows.map((row) => columns.map((column) => row[column]));
  for (const some of inBatches(values)) await getEngineWords(queries).insert(queries, linkColumns, some);
}

const linkColumns = {
  table: "page_link",
  columns: {
    space: "text",
    page: "text",
    position: "number",
    target: "text",
    relation: "text",
    status: "text",
    href: "text",
    anchor: "text",
    by_source: "text",
    by_path: "text",
  } satisfies Partial<Record<keyof LinkRow, ValueType>>,
} as const satisfies Insertion;

const columns = Object.keys(linkColumns.columns) as (keyof typeof linkColumns.columns)[];

export async function retargetLink(queries: Queries, row: LinkRow): Promise<void> {
  await queries
    .updateTable("page_link")
    .set({ target: row.target, status: row.status })
    .where("space", "=", row.space)
    .where("page", "=", row.page)
    .where("position", "=", row.position)
    .execute();
}

/** Removes a space's link index. */
export async function removeSpaceLinks(queries: Queries, space: string): Promise<void> {
  await queries.deleteFrom("page_link").where("space", "=", space).execute();
  await queries.deleteFrom("link_index").where("space", "=", space).execute();
  await removePortion(queries, space);
}

/** Links that would lead to one of these paths, or to something below one of the folders. */
export async function linksByPath(
  queries: Queries,
  space: string,
  paths: readonly string[],
  folders: readonly string[],
): Promise<LinkRow[]> {
  const found: LinkRow[] = [];
  const inSpace = queries.selectFrom("page_link").selectAll().where("space", "=", space);
  for (const column of ["by_source", "by_path"] as const) {
    for (const some of inBatches(paths)) found.push(...(await inSpace.where(column, "in", some).execute()));
    for (const folder of folders) {
      found.push(...(await inSpace.where(column, ">=", `${folder}/`).where(column, "<", `${folder}0`).execute()));
    }
  }
  return found;
}

/** Links to a page or file, or to anchors in it. */
export function linksTo(queries: Queries, space: string, target: string): Promise<LinkRow[]> {
  return queries
    .selectFrom("page_link")
    .selectAll()
    .where("space", "=", space)
    .where("target", ">=", target)
    .where("target", "<", `${target}$`)
    .execute();
}

function inBatches<Item>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = [];
  for (let start = 0; start < items.length; start += batch) batches.push(items.slice(start, start + batch));
  return batches;
}

/** A link of a page in a space's current revision. */
interface PageLinkTable {
  space: string;
  page: string;
  /** Order within the page, from 0. */
  position: number;
  /** Its target: `page:<id>`, `page:<id>#<anchor>`, `file:<id>`, `url:<address>` and similar. */
  target: string;
  relation: string;
  status: string;
  /** As written. */
  href: string;
  /** The anchor of its section; empty before the first heading. */
  anchor: string;
  /** The path it resolves to from the page's source path, normalized so that every spelling is the same. */
  by_source: string | null;
  /** The same from the page's position in the tree, if it differs. */
  by_path: string | null;
}

/** The content, by root, for which a space's links are indexed. */
interface LinkIndexTable {
  space: string;
  root: string;
  /** Links of any status. */
  total: number;
  broken: number;
}

/** Progress of the first indexing of a space's links. */
interface LinkPortionTable {
  space: string;
  /** The content being indexed. */
  root: string;
  /** Id of the last indexed page; empty before the first. */
  after: string;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    page_link: PageLinkTable;
    link_index: LinkIndexTable;
    link_portion: LinkPortionTable;
  }
}
