import { sql } from "kysely";
import { type LinkRow, sumOf } from "./links.ts";
import type { Queries, Row } from "./tables.ts";

/** Rows and keys handed to the engine in one statement. */
const batch = 500;

export async function indexedRoot(queries: Queries, space: string): Promise<string | undefined> {
  const row = await queries.selectFrom("link_index").select("root").where("space", "=", space).executeTakeFirst();
  return row?.root;
}

/** Says that the links are those of the content of `root`, and counts them. */
export async function setIndexedRoot(queries: Queries, space: string, root: string): Promise<void> {
  const rows = await queries
    .selectFrom("page_link")
    .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
    .where("space", "=", space)
    .groupBy("status")
    .execute();
  const known = { root, ...sumOf(rows) };
  await queries
    .insertInto("link_index")
    .values({ space, ...known })
    .onConflict((conflict) => conflict.column("space").doUpdateSet(known))
    .execute();
}

/** Where the first reading of a space's links goes on; undefined before it has begun. */
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

/** Puts `rows` in the place of every link of these pages. */
export async function replaceLinks(
  queries: Queries,
  space: string,
  pages: readonly string[],
  rows: readonly LinkRow[],
): Promise<void> {
  for (const some of inBatches(pages)) {
    await queries.deleteFrom("page_link").where("space", "=", space).where("page", "in", some).execute();
  }
  for (const some of inBatches(rows)) {
    const values = some.map((row) => columns.map((column) => row[column]));
    await sql`
      insert into page_link (space, page, position, target, relation, status, href, anchor, by_source, by_path)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8, value ->> 9 from json_each(${JSON.stringify(values)})`.execute(queries);
  }
}

const columns = [
  "space",
  "page",
  "position",
  "target",
  "relation",
  "status",
  "href",
  "anchor",
  "by_source",
  "by_path",
] as const satisfies (keyof LinkRow)[];

export async function retargetLink(queries: Queries, row: LinkRow): Promise<void> {
  await queries
    .updateTable("page_link")
    .set({ target: row.target, status: row.status })
    .where("space", "=", row.space)
    .where("page", "=", row.page)
    .where("position", "=", row.position)
    .execute();
}

/** Forgets all that is known of a space's links. */
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

/** Links to a page or file, or to places in it. */
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
