import { type ExpressionBuilder, type Generated, sql } from "kysely";
import type { Integration } from "../../contract/models/integration.ts";
import { compiledRow } from "../kernel/database/compiled-query.ts";
import { selectPage } from "../kernel/database/row-order.ts";
import type { Json, NewRow, Queries, Row, Tables, Timestamp } from "../kernel/database/tables.ts";
import { holding } from "../kernel/database/text-pattern.ts";
import type { Sealed } from "../kernel/secrets/sealed-columns.ts";

export const findIntegration = compiledRow((queries, name: string) =>
  queries.selectFrom("integration").selectAll().where("name", "=", name).where("visibility", "!=", "unpublished"),
);

export const findIntegrationById = compiledRow((queries, id: string) =>
  queries.selectFrom("integration").selectAll().where("id", "=", id).where("visibility", "!=", "unpublished"),
);

/** Includes unpublished ones whose installations have not been notified yet. */
export const findStoredIntegration = compiledRow((queries, name: string) =>
  queries.selectFrom("integration").selectAll().where("name", "=", name),
);

export function findIntegrations(queries: Queries, names: readonly string[]): Promise<Row<"integration">[]> {
  if (names.length === 0) return Promise.resolve([]);
  return queries.selectFrom("integration").selectAll().where("name", "in", names).execute();
}

export async function putIntegration(queries: Queries, row: NewRow<"integration">): Promise<void> {
  const { name: _name, id: _id, created_at: _createdAt, ...changed } = row;
  await queries
    .insertInto("integration")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(changed))
    .execute();
}

export async function updateIntegration(
  queries: Queries,
  name: string,
  change: Partial<Row<"integration">>,
): Promise<void> {
  await queries.updateTable("integration").set(change).where("name", "=", name).execute();
}

export async function deleteIntegration(queries: Queries, name: string): Promise<void> {
  await queries.deleteFrom("integration_picture").where("integration", "=", name).execute();
  await queries.deleteFrom("integration").where("name", "=", name).execute();
}

/** Replaces the pictures of an integration: the icon is at index 0, followed by previews. */
export async function putPictures(
  queries: Queries,
  integration: string,
  pictures: readonly Omit<NewRow<"integration_picture">, "integration">[],
): Promise<void> {
  await queries.deleteFrom("integration_picture").where("integration", "=", integration).execute();
  for (const picture of pictures) {
    await queries
      .insertInto("integration_picture")
      .values({ integration, ...picture })
      .execute();
  }
}

/** By the id of the integration. */
export const findPicture = compiledRow((queries, id: string, position: number) =>
  queries
    .selectFrom("integration_picture")
    .innerJoin("integration", "integration.name", "integration_picture.integration")
    .select(["content_type", "bytes"])
    .where("integration.id", "=", id)
    .where("integration.visibility", "!=", "unpublished")
    .where("place", "=", position),
);

/** Names of the given integrations that have an icon. */
export async function findIcons(queries: Queries, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await queries
    .selectFrom("integration_picture")
    .select("integration")
    .where("place", "=", 0)
    .where("integration", "in", names)
    .execute();
  return new Set(rows.map(({ integration }) => integration));
}

export interface IntegrationFilter {
  /** Organizations whose private and unlisted integrations are also listed. */
  readonly viewer: string;
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly blockDomain?: readonly string[] | undefined;
  readonly blocks?: boolean | undefined;
  readonly contentSources?: boolean | undefined;
  readonly owner?: string | undefined;
  readonly scope?: string | undefined;
  readonly target?: Integration["target"] | undefined;
}

/** By name, after `name`. */
export function listIntegrations(
  queries: Queries,
  filter: IntegrationFilter,
  after: string | undefined,
  limit: number,
): Promise<Row<"integration">[]> {
  return selectPage(
    queries
      .selectFrom("integration")
      .selectAll()
      .where((builder) => matches(builder, filter)),
    { by: ["name", "id"], order: "asc", after: after === undefined ? undefined : [after, "\uffff"], limit },
  ).execute();
}

export async function countIntegrations(queries: Queries, filter: IntegrationFilter): Promise<number> {
  const { count } = await queries
    .selectFrom("integration")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where((builder) => matches(builder, filter))
    .executeTakeFirstOrThrow();
  return count;
}

function matches(builder: ExpressionBuilder<Tables, "integration">, filter: IntegrationFilter) {
  const { eb, and, or, exists, selectFrom } = builder;
  const holds = (column: "scopes" | "categories" | "block_domains", value: string) =>
    eb(column, "like", holding(JSON.stringify(value)));
  const isMember = exists(
    selectFrom("member")
      .select("member.user")
      .whereRef("member.organization", "=", "integration.organization")
      .where("member.user", "=", filter.viewer)
      .where("member.disabled", "=", 0)
      .where("member.role", "is not", null),
  );
  const { search, category, blockDomain = [], blocks, contentSources, owner, scope, target } = filter;
  const words = (search ?? "")
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
  return and([
    eb("visibility", "!=", "unpublished"),
    or([eb("visibility", "=", "public"), isMember]),
    ...words.map((word) =>
      or([
        eb(sql<string>`lower(${sql.ref("name")})`, "like", holding(word)),
        eb(sql<string>`lower(${sql.ref("title")})`, "like", holding(word)),
      ]),
    ),
    ...(category === undefined ? [] : [holds("categories", category)]),
    ...(blockDomain.length === 0 ? [] : [or(blockDomain.map((domain) => holds("block_domains", domain)))]),
    ...(blocks === undefined ? [] : [eb("blocks", blocks ? "!=" : "=", "[]")]),
    ...(contentSources === undefined ? [] : [eb("content_sources", contentSources ? "!=" : "=", "[]")]),
    ...(owner === undefined ? [] : [eb("organization", "=", owner)]),
    ...(scope === undefined ? [] : [holds("scopes", scope)]),
    ...(target === undefined ? [] : [eb("target", "=", target)]),
  ]);
}

interface IntegrationTable {
  name: string;
  /** Identifies the integration without revealing its name. */
  id: string;
  /** Of the publisher. */
  organization: string;
  version: number;
  title: string;
  description: string;
  summary: string | null;
  /** `unpublished` until its installations have been notified. */
  visibility: Integration["visibility"] | "unpublished";
  target: Integration["target"];
  runtime: string;
  scopes: Json;
  categories: Json;
  blocks: Json;
  /** Hosts whose links become its blocks. */
  block_domains: Json;
  content_sources: Json;
  configurations: Json | null;
  external_links: Json;
  content_security_policy: Json | null;
  script: string;
  /** URL for its events; null if its script handles them. */
  endpoint: string | null;
  /** Types of events that it requests in addition to those of the public service; null gets all. */
  events: Json | null;
  /** JSON, by name. Never returned by the API. */
  secrets: Sealed;
  /** Signs its events. */
  signing_secret: Sealed;
  tunnel_url: string | null;
  /** 1 if the tunnel receives the events of all organizations. */
  tunnel_all: Generated<number>;
  /** Number of preview pictures. */
  previews: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface IntegrationPictureTable {
  integration: string;
  place: number;
  content_type: string;
  bytes: Uint8Array;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    integration: IntegrationTable;
    integration_picture: IntegrationPictureTable;
  }
}
