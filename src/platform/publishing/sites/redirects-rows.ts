import { sql } from "kysely";
import { getEngineWords } from "../../kernel/database/engine/engine.ts";
import { newestFirst, selectPage } from "../../kernel/database/row-order.ts";
import type { Json, NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

interface SiteRedirectTable {
  id: string;
  site: string;
  source: string;
  /** The source as it is compared. A site has each key at most once live and once as a draft. */
  source_key: string;
  draft: number;
  capture_wildcard: number;
  permanent: number;
  destination: Json;
  created_at: Timestamp;
  updated_at: Timestamp | null;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    site_redirect: SiteRedirectTable;
  }
}

export type RedirectRow = Row<"site_redirect">;

interface RedirectFilter {
  readonly site: string;
  readonly draft: boolean;
  /** Only those with this text in their source, ignoring case. */
  readonly search?: string | undefined;
}

/** Live redirects, most specific first, because web servers apply the first match. */
export function allRedirects(queries: Queries, site: string): Promise<RedirectRow[]> {
  return queries
    .selectFrom("site_redirect")
    .selectAll()
    .where("site", "=", site)
    .where("draft", "=", 0)
    .orderBy(sql`source like '%*'`)
    .orderBy(sql`length(source_key)`, "desc")
    .orderBy("source_key")
    .execute();
}

export type RedirectOrder = "createdAt" | "updatedAt" | "source";

/** A row, with the value that it is ordered by before its id. */
export type OrderedRedirect = RedirectRow & { readonly key: string };

export async function listRedirects(
  queries: Queries,
  filter: RedirectFilter,
  order: RedirectOrder,
  after: readonly [key: string, id: string] | undefined,
  limit: number,
): Promise<OrderedRedirect[]> {
  const query = matching(queries, filter);
  if (order === "createdAt") {
    const before = after === undefined ? undefined : Number(after[0]);
    const rows = await newestFirst(query.selectAll("site_redirect"), "site_redirect", before, limit).execute();
    return rows.map((row) => ({ ...row, key: String(row.order) }));
  }
  const key =
    order === "source" ? sql<string>`source_key` : sql<string>`coalesce(site_redirect.updated_at, created_at)`;
  return selectPage(
    queries
      .with("found", () => query.selectAll("site_redirect").select(key.as("key")))
      .selectFrom("found")
      .selectAll(),
    { by: ["key", "id"], order: order === "source" ? "asc" : "desc", after, limit },
  ).execute();
}

export async function countRedirects(queries: Queries, filter: RedirectFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { site, draft, search }: RedirectFilter) {
  return queries
    .selectFrom("site_redirect")
    .where("site_redirect.site", "=", site)
    .where("site_redirect.draft", "=", draft ? 1 : 0)
    .$if(search !== undefined && search !== "", (query) =>
      query.where(getEngineWords(queries).contains(sql`lower(source)`, sql`${search?.toLowerCase() ?? ""}`)),
    );
}

export function findRedirect(queries: Queries, site: string, id: string): Promise<RedirectRow | undefined> {
  return queries
    .selectFrom("site_redirect")
    .selectAll()
    .where("site", "=", site)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The redirects with the given source keys, either live or draft. */
export function findRedirectsBySource(
  queries: Queries,
  site: string,
  sources: readonly string[],
  draft: boolean,
): Promise<RedirectRow[]> {
  if (sources.length === 0) return Promise.resolve([]);
  return queries
    .selectFrom("site_redirect")
    .selectAll()
    .where("site", "=", site)
    .where("draft", "=", draft ? 1 : 0)
    .where("source_key", "in", sources)
    .execute();
}

export async function insertRedirect(queries: Queries, redirect: NewRow<"site_redirect">): Promise<void> {
  await queries.insertInto("site_redirect").values(redirect).execute();
}

export async function updateRedirect(queries: Queries, id: string, change: Partial<RedirectRow>): Promise<void> {
  await queries.updateTable("site_redirect").set(change).where("id", "=", id).execute();
}

export async function removeRedirect(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("site_redirect").where("id", "=", id).execute();
}
