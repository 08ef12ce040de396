import { sql } from "kysely";
import { compiledRows } from "../../kernel/database/compiled-query.ts";
import { getEngineWords } from "../../kernel/database/engine/engine.ts";
import { newestFirst } from "../../kernel/database/row-order.ts";
import type { Json, NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";
import type { Sealed } from "../../kernel/secrets/sealed-columns.ts";

interface SiteTable {
  id: string;
  organization: string;
  type: string;
  title: string;
  /** First path segment on a shared host; unique among all sites. */
  basename: string;
  /** Lower case; unique, like `proxy`. */
  hostname: string | null;
  /** Host in lower case and path, without a scheme. */
  proxy: string | null;
  visibility: string;
  published: number;
  /** Null if it was never switched on or off. */
  adaptive_content: number | null;
  agents_context: string;
  default_section: string | null;
  /** On sites without sections. */
  default_site_space: string | null;
  /** Null means the default. */
  customization: Json | null;
  adaptive_schema: Json | null;
  adaptive_schema_at: Timestamp | null;
  auth_backend: string;
  auth_fallback_url: string | null;
  auth_logout_url: string | null;
  /** The secret that signs visitors' tokens. */
  auth_key: Sealed;
  /** Incremented by each change of the site, its structure, redirects or share links. */
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    site: SiteTable;
  }
}

export type SiteRow = Row<"site">;

export const findSite = (queries: Queries, organization: string, id: string) =>
  queries
    .selectFrom("site")
    .selectAll()
    .where("id", "=", id)
    .where("organization", "=", organization)
    .executeTakeFirst();

export const findSiteById = (queries: Queries, id: string) =>
  queries.selectFrom("site").selectAll().where("id", "=", id).executeTakeFirst();

export const hasSite = async (queries: Queries, organization: string, id: string): Promise<boolean> =>
  (await findSiteById(queries, id))?.organization === organization;

export const findSiteByBasename = (queries: Queries, basename: string) =>
  queries.selectFrom("site").selectAll().where("basename", "=", basename).executeTakeFirst();

export const findSiteByHostname = (queries: Queries, hostname: string) =>
  queries.selectFrom("site").selectAll().where("hostname", "=", hostname).executeTakeFirst();

export const findSiteByProxy = (queries: Queries, proxy: string) =>
  queries.selectFrom("site").selectAll().where("proxy", "=", proxy).executeTakeFirst();

/** The proxy addresses of all sites on one host. */
export async function listProxies(queries: Queries, hostname: string): Promise<string[]> {
  const found = await proxiesBetween(queries, `${hostname}/`, `${hostname}0`);
  return found.flatMap(({ proxy }) => proxy ?? []);
}

/** `0` comes after the slash that ends the host. */
const proxiesBetween = (queries: Queries, first: string, end: string) =>
  queries.selectFrom("site").select("proxy").where("proxy", ">=", first).where("proxy", "<", end).execute();

interface SiteFilter {
  readonly organization: string;
  /** Only those that show this space. */
  readonly space?: string | undefined;
  /** Only those with this text in their title, ignoring case. */
  readonly title?: string | undefined;
  readonly published?: boolean | undefined;
}

/** Newest first, starting below row number `before`. */
export function listSites(queries: Queries, filter: SiteFilter, before: number | undefined, limit: number) {
  return newestFirst(matching(queries, filter).selectAll("site"), "site", before, limit).execute();
}

export async function countSites(queries: Queries, filter: SiteFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { organization, space, title, published }: SiteFilter) {
  return queries
    .selectFrom("site")
    .where("site.organization", "=", organization)
    .$if(title !== undefined, (query) =>
      query.where(getEngineWords(queries).contains(sql`lower(site.title)`, sql`lower(${title ?? ""})`)),
    )
    .$if(published !== undefined, (query) => query.where("site.published", "=", published === true ? 1 : 0))
    .$if(space !== undefined, (query) =>
      query.where("site.id", "in", (inner) =>
        inner
          .selectFrom("site_space")
          .select("site_space.site")
          .where("site_space.space", "=", space ?? ""),
      ),
    );
}

export async function insertSite(queries: Queries, site: NewRow<"site">): Promise<void> {
  await queries.insertInto("site").values(site).execute();
}

/** Updates a site and increments its version. */
export async function updateSite(
  queries: Queries,
  id: string,
  change: Partial<Omit<SiteRow, "id" | "version" | "updated_at">>,
  now: string,
): Promise<void> {
  await queries
    .updateTable("site")
    .set(({ eb }) => ({ ...change, updated_at: now, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export function findSites(queries: Queries, ids: readonly string[]): Promise<SiteRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries.selectFrom("site").selectAll().where("id", "in", ids).execute();
}

/** Published sites that show any of the given spaces, oldest first. */
export async function findPublishedSitesShowing(queries: Queries, spaces: readonly string[]): Promise<SiteRow[]> {
  return spaces.length === 0 ? [] : listPublishedSites(queries, spaces);
}

const listPublishedSites = compiledRows((queries, spaces: readonly string[]) =>
  queries
    .selectFrom("site")
    .selectAll()
    .where("published", "=", 1)
    .where("id", "in", (shown) => shown.selectFrom("site_space").select("site").where("space", "in", spaces))
    .orderBy("created_at")
    .orderBy("id"),
);

/** An organization's sites whose id, basename or title equals a name. */
/** Sites of any organization of the installation. */
export function findSitesNamed(queries: Queries, name: string): Promise<SiteRow[]> {
  return queries
    .selectFrom("site")
    .selectAll()
    .where(({ or, eb }) => or([eb("id", "=", name), eb("basename", "=", name), eb("title", "=", name)]))
    .orderBy("id")
    .execute();
}

export async function removeSite(queries: Queries, id: string): Promise<void> {
  for (const table of [
    "site_section",
    "site_section_group",
    "site_space",
    "site_redirect",
    "site_share_link",
    "page_feedback",
  ] as const) {
    await queries.deleteFrom(table).where("site", "=", id).execute();
  }
  await queries.deleteFrom("site").where("id", "=", id).execute();
}

/**
 * Changes whenever readers of a site may get something different: combines the site's version with the active revision
 * and last settings change of each space it shows. Deletion, transfer and renaming of a space are covered.
 */
export async function siteStamp(queries: Queries, id: string): Promise<string> {
  const { rows } = await sql<{ stamp: string | null }>`
    select site.version || (
      select coalesce(string_agg(part, '' order by id), '') from (
        select space.id, ' ' || space.revision || ' ' || space.updated_at || ' ' || space.organization
          || coalesce(' ' || space.deleted_at, '') as part
        from site_space join space on space.id = site_space.space
        where site_space.site = site.id
      ) as parts
    ) as stamp from site where site.id = ${id}`.execute(queries);
  return rows[0]?.stamp ?? "";
}
