import { selectPage } from "../../kernel/database/row-order.ts";
import type { NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";

export const findSamlProvider = (queries: Queries, id: string) =>
  queries.selectFrom("saml_provider").selectAll().where("id", "=", id).executeTakeFirst();

/** An organization's providers, oldest first. */
export function listSamlProviders(
  queries: Queries,
  organization: string,
  after: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<Row<"saml_provider">[]> {
  return selectPage(queries.selectFrom("saml_provider").selectAll().where("organization", "=", organization), {
    by: ["created_at", "id"],
    order: "asc",
    after,
    limit,
  }).execute();
}

export async function countSamlProviders(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("saml_provider")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}

/** Providers of all organizations that people can sign in with, by label. */
export function listActiveSamlProviders(queries: Queries): Promise<Row<"saml_provider">[]> {
  return queries
    .selectFrom("saml_provider")
    .selectAll()
    .where("entity_id", "!=", "")
    .where("certificate", "!=", "")
    .where("sso_url", "!=", "")
    .orderBy("label")
    .orderBy("id")
    .limit(100)
    .execute();
}

export async function insertSamlProvider(queries: Queries, provider: NewRow<"saml_provider">): Promise<void> {
  await queries.insertInto("saml_provider").values(provider).execute();
}

export async function updateSamlProvider(
  queries: Queries,
  id: string,
  change: Partial<Omit<Row<"saml_provider">, "id" | "organization" | "created_at">>,
): Promise<void> {
  await queries.updateTable("saml_provider").set(change).where("id", "=", id).execute();
}

export async function deleteSamlProvider(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom("saml_provider").where("id", "=", id).execute();
}

interface SamlProviderTable {
  id: string;
  organization: string;
  label: string;
  /** Empty until it is set, as are the certificate and the address. */
  entity_id: string;
  /** One or more, in PEM. */
  certificate: string;
  sso_url: string;
  default_team: string | null;
  default_role: string | null;
  created_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    saml_provider: SamlProviderTable;
  }
}
