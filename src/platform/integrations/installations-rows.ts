import type { ExpressionBuilder } from "kysely";
import type { InstallationStatus } from "../../contract/models/installation.ts";
import { compiledRow, compiledRows } from "../kernel/database/compiled-query.ts";
import { selectPage } from "../kernel/database/row-order.ts";
import type { Json, NewRow, Queries, Row, Tables, Timestamp } from "../kernel/database/tables.ts";
import { holding } from "../kernel/database/text-pattern.ts";
import type { Sealed } from "../kernel/secrets/sealed-columns.ts";

export type ContentKind = "space" | "site";

export const findInstallation = compiledRow((queries, id: string) =>
  queries.selectFrom("installation").selectAll().where("id", "=", id),
);

export const findInstallationIn = compiledRow((queries, integration: string, organization: string) =>
  queries
    .selectFrom("installation")
    .selectAll()
    .where("integration", "=", integration)
    .where("organization", "=", organization),
);

export async function insertInstallation(queries: Queries, row: NewRow<"installation">): Promise<void> {
  await queries.insertInto("installation").values(row).execute();
}

export async function updateInstallation(
  queries: Queries,
  id: string,
  change: Partial<Row<"installation">>,
): Promise<void> {
  await queries.updateTable("installation").set(change).where("id", "=", id).execute();
}

export async function deleteInstallation(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("content_installation").where("installation", "=", id).execute();
  await queries.deleteFrom("installation").where("id", "=", id).execute();
}

export function listInstallationsByIntegration(queries: Queries, integration: string): Promise<Row<"installation">[]> {
  return queries.selectFrom("installation").selectAll().where("integration", "=", integration).execute();
}

export interface InstallationFilter {
  readonly integration: string;
  /** Only of one organization. */
  readonly organizations: readonly string[];
  readonly externalId: string | undefined;
}

/** Newest first, after `(createdAt, id)`. */
export function listInstallations(
  queries: Queries,
  filter: InstallationFilter,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<Row<"installation">[]> {
  return selectPage(
    queries
      .selectFrom("installation")
      .selectAll()
      .where((builder) => matches(builder, filter)),
    { by: ["created_at", "id"], order: "desc", after, limit },
  ).execute();
}

export async function countInstallations(queries: Queries, filter: InstallationFilter): Promise<number> {
  const { count } = await queries
    .selectFrom("installation")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where((builder) => matches(builder, filter))
    .executeTakeFirstOrThrow();
  return count;
}

const matches = (
  { eb, and }: ExpressionBuilder<Tables, "installation">,
  { integration, organizations, externalId }: InstallationFilter,
) =>
  and([
    eb("integration", "=", integration),
    eb("organization", "in", organizations),
    ...(externalId === undefined ? [] : [eb("external_ids", "like", holding(JSON.stringify(externalId)))]),
  ]);

/** Organizations with an installation of an integration. */
export async function organizationsWith(queries: Queries, integration: string): Promise<string[]> {
  const rows = await queries
    .selectFrom("installation")
    .select("organization")
    .where("integration", "=", integration)
    .execute();
  return rows.map(({ organization }) => organization);
}

/** Active installations in an organization, with the scopes of their integrations. */
export const listeners = compiledRows((queries, organization: string) =>
  queries
    .selectFrom("installation")
    .innerJoin("integration", "integration.name", "installation.integration")
    .select(["installation.id", "installation.integration", "installation.organization"])
    .select([
      "integration.events",
      "integration.scopes as asked",
      "installation.scopes as given",
      "space_selection",
      "site_selection",
    ])
    .where("installation.organization", "=", organization)
    .where("installation.status", "=", "active"),
);

/** Active installations in an organization that apply to one of its spaces or sites. */
function listListeners(
  queries: Queries,
  organization: string,
  on: { readonly kind: ContentKind; readonly content: string },
): Promise<Row<"installation">[]> {
  const query = queries
    .selectFrom("installation")
    .selectAll("installation")
    .where("installation.organization", "=", organization)
    .where("installation.status", "=", "active");
  const selection = on.kind === "space" ? "installation.space_selection" : "installation.site_selection";
  return query
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb(selection, "=", "all"),
        exists(
          selectFrom("content_installation")
            .select("content")
            .whereRef("content_installation.installation", "=", "installation.id")
            .where("content_installation.kind", "=", on.kind)
            .where("content_installation.content", "=", on.content)
            .where("content_installation.status", "=", "active"),
        ),
      ]),
    )
    .execute();
}

/** Number of spaces that each installation was added to individually. */
export async function countContent(queries: Queries, installations: readonly string[]): Promise<Map<string, number>> {
  if (installations.length === 0) return new Map();
  const rows = await queries
    .selectFrom("content_installation")
    .select(({ fn }) => ["installation", fn.countAll<number>().as("count")])
    .where("installation", "in", installations)
    .where("kind", "=", "space")
    .groupBy("installation")
    .execute();
  return new Map(rows.map(({ installation, count }) => [installation, count]));
}

export const findContentInstallation = compiledRow(
  (queries, installation: string, kind: ContentKind, content: string) =>
    queries
      .selectFrom("content_installation")
      .selectAll()
      .where("installation", "=", installation)
      .where("kind", "=", kind)
      .where("content", "=", content),
);

export async function putContentInstallation(queries: Queries, row: NewRow<"content_installation">): Promise<void> {
  const { status, configuration, external_ids, updated_at } = row;
  await queries
    .insertInto("content_installation")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["installation", "kind", "content"])
        .doUpdateSet({ status, configuration, external_ids, updated_at }),
    )
    .execute();
}

export function listContentInstallationsByInstallation(
  queries: Queries,
  installation: string,
): Promise<Row<"content_installation">[]> {
  return queries.selectFrom("content_installation").selectAll().where("installation", "=", installation).execute();
}

export function listContentInstallationsByContent(
  queries: Queries,
  kind: ContentKind,
  content: string,
): Promise<Row<"content_installation">[]> {
  return queries
    .selectFrom("content_installation")
    .selectAll()
    .where("kind", "=", kind)
    .where("content", "=", content)
    .execute();
}

export async function deleteContentInstallation(
  queries: Queries,
  { installation, kind, content }: Row<"content_installation">,
): Promise<void> {
  await queries
    .deleteFrom("content_installation")
    .where("installation", "=", installation)
    .where("kind", "=", kind)
    .where("content", "=", content)
    .execute();
}

export interface ContentFilter extends InstallationFilter {
  readonly kind: ContentKind;
  /** Only those of one installation, by id. */
  readonly installation?: string | undefined;
}

/** Installations of an integration on spaces, or sites, by `(content, installation)`. */
export function listContentInstallations(
  queries: Queries,
  filter: ContentFilter,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<Row<"content_installation">[]> {
  return selectPage(ofContent(queries, filter).selectAll("content_installation"), {
    by: ["content_installation.content", "content_installation.installation"],
    order: "asc",
    after,
    limit,
  }).execute();
}

export async function countContentInstallations(queries: Queries, filter: ContentFilter): Promise<number> {
  const { count } = await ofContent(queries, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

const ofContent = (queries: Queries, { integration, organizations, externalId, kind, installation }: ContentFilter) =>
  queries
    .selectFrom("content_installation")
    .innerJoin("installation", "installation.id", "content_installation.installation")
    .where("installation.integration", "=", integration)
    .where("installation.organization", "in", organizations)
    .where("content_installation.kind", "=", kind)
    .$if(installation !== undefined, (query) =>
      query.where("content_installation.installation", "=", installation ?? ""),
    )
    .$if(externalId !== undefined, (query) =>
      query.where("content_installation.external_ids", "like", holding(JSON.stringify(externalId ?? ""))),
    );

/** Names of integrations that work on a space or site. */
export async function integrationsOn(
  queries: Queries,
  organization: string,
  on: { readonly kind: ContentKind; readonly content: string },
): Promise<string[]> {
  const listeners = await listListeners(queries, organization, on);
  return listeners.map(({ integration }) => integration);
}

interface InstallationTable {
  id: string;
  /** By name. */
  integration: string;
  organization: string;
  status: InstallationStatus;
  space_selection: "all" | "selected";
  site_selection: "all" | "selected";
  /** JSON. */
  configuration: Sealed;
  external_ids: Json;
  /** Granted by the user who installed it; the integration may request others by now. */
  scopes: Json;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface ContentInstallationTable {
  installation: string;
  kind: ContentKind;
  /** Id of the space or site. */
  content: string;
  status: InstallationStatus;
  /** JSON. */
  configuration: Sealed;
  external_ids: Json;
  created_at: Timestamp;
  updated_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    installation: InstallationTable;
    content_installation: ContentInstallationTable;
  }
}
