import { sql } from "kysely";
import { hashSecret } from "../../kernel/bytes.ts";
import type { Context } from "../../kernel/context.ts";
import { getEngineWords } from "../../kernel/database/engine/engine.ts";
import { newestFirst } from "../../kernel/database/row-order.ts";
import type { NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Sealed, sealColumn } from "../../kernel/secrets/sealed-columns.ts";
import type { SiteRow } from "./sites-rows.ts";

interface SiteShareLinkTable {
  id: string;
  site: string;
  /** The secret in its address. Stored, because the API shows it again. */
  key: Sealed;
  /** SHA-256 of the secret, hexadecimal; null if a build that did not know this column made the link. */
  key_hash: string | null;
  name: string;
  active: number;
  created_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    site_share_link: SiteShareLinkTable;
  }
}

export type ShareLinkRow = Row<"site_share_link">;

interface ShareLinkFilter {
  readonly site: string;
  /** Only those with this text in their name, or with this secret. */
  readonly search?: string | undefined;
}

/** Newest first, starting below row number `before`. */
export function listShareLinks(queries: Queries, filter: ShareLinkFilter, before: number | undefined, limit: number) {
  return newestFirst(
    matching(queries, filter).selectAll("site_share_link"),
    "site_share_link",
    before,
    limit,
  ).execute();
}

export async function countShareLinks(queries: Queries, filter: ShareLinkFilter): Promise<number> {
  const { count } = await matching(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(queries: Queries, { site, search }: ShareLinkFilter) {
  const { contains } = getEngineWords(queries);
  return queries
    .selectFrom("site_share_link")
    .where("site_share_link.site", "=", site)
    .$if(search !== undefined && search !== "", (query) =>
      query.where(
        sql<boolean>`(${contains(sql`lower(site_share_link.name)`, sql`lower(${search ?? ""})`)}
          or ${hasSecret(search ?? "", hashSecret(search ?? ""))})`,
      ),
    );
}

export function findShareLink(queries: Queries, site: string, id: string): Promise<ShareLinkRow | undefined> {
  return queries
    .selectFrom("site_share_link")
    .selectAll()
    .where("site", "=", site)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** An encrypted secret always has a hash, so that its stored text is no secret itself. */
const hasSecret = (key: string, hash: string) => sql<boolean>`(site_share_link.key_hash = ${hash}
  or (site_share_link.key_hash is null and site_share_link.key = ${key}))`;

/** The link with a given secret, active or not. */
const findShareLinkByKey = (queries: Queries, site: string, key: string, hash: string) =>
  queries
    .selectFrom("site_share_link")
    .selectAll()
    .where("site", "=", site)
    .where(hasSecret(key, hash))
    .executeTakeFirst();

/** `secret` is what its address contains. */
export async function insertShareLink(
  queries: Queries,
  link: Omit<NewRow<"site_share_link">, "key" | "key_hash">,
  secret: string,
): Promise<ShareLinkRow> {
  const key = sealColumn(queries, "site_share_link.key", link, secret);
  const row = { ...link, key, key_hash: hashSecret(secret) };
  await queries.insertInto("site_share_link").values(row).execute();
  return row;
}

export async function updateShareLink(
  queries: Queries,
  id: string,
  change: Partial<Pick<ShareLinkRow, "name" | "active">>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await queries.updateTable("site_share_link").set(change).where("id", "=", id).execute();
}

export async function removeShareLink(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("site_share_link").where("id", "=", id).execute();
}

/** Whether a secret opens a site: its share link must be active, and the site must be visible through share links. */
export async function opensSite(queries: Queries, site: SiteRow, key: string): Promise<boolean> {
  if (site.visibility !== "share-link") return false;
  return (await findShareLinkByKey(queries, site.id, key, hashSecret(key)))?.active === 1;
}

/**
 * The secret to put into addresses, by default the visitor's own; undefined if the site is not visible through share
 * links. Throws `not_found`.
 */
export async function readShareKey(
  { queries, reader }: Pick<Context, "queries" | "reader">,
  site: SiteRow,
  requestedKey: string | undefined,
): Promise<string | undefined> {
  const key = requestedKey ?? reader?.shareKey;
  if (key === undefined || site.visibility !== "share-link") return undefined;
  if (await opensSite(queries, site, key)) return key;
  throw new Problem("not_found", `shareKey: site ${site.id} has no active share link with this secret.`);
}
