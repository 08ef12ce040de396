import type { Json, NewRow, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";
import type { PackedText } from "./packed-text.ts";

interface OpenAPISpecTable {
  id: string;
  organization: string;
  slug: string;
  /** Null if it was given as text. */
  source_url: string | null;
  visibility: string;
  /** Identifies the specification in its public link. */
  public_key: string;
  /** The newest version. */
  version: string | null;
  /** The latest job that reads the source, whether scheduled, running or done. */
  job: string;
  processed_at: Timestamp | null;
  error_code: string | null;
  /** What the last processing found, as the API lists it. */
  errors: Json;
  error_count: number;
  /** Validators from the source's server, to detect unchanged content. */
  etag: string | null;
  last_modified: string | null;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A text that was submitted and has not been read. */
interface OpenAPIGivenTable {
  spec: string;
  text: PackedText;
}

interface OpenAPIVersionTable {
  id: string;
  spec: string;
  /** From 1. */
  number: number;
  /** Digest of its files: unchanged content creates no new version. */
  digest: string;
  title: string;
  /** Differences from the previous version; null in the first. */
  changes: Json | null;
  created_at: Timestamp;
}

interface OpenAPIFileTable {
  version: string;
  /** The entry file is at 0. */
  position: number;
  path: string;
  /** `json` or `yaml`. */
  format: string;
  /** As fetched or submitted. */
  text: PackedText;
  /** The same as JSON; null if the text is JSON. */
  content: PackedText | null;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    openapi_spec: OpenAPISpecTable;
    openapi_given: OpenAPIGivenTable;
    openapi_version: OpenAPIVersionTable;
    openapi_file: OpenAPIFileTable;
  }
}

type SpecChange = Partial<Omit<Row<"openapi_spec">, "id" | "organization">>;

export async function insertSpec(queries: Queries, spec: NewRow<"openapi_spec">): Promise<void> {
  await queries.insertInto("openapi_spec").values(spec).execute();
}

export async function updateSpec(queries: Queries, id: string, change: SpecChange): Promise<void> {
  await queries.updateTable("openapi_spec").set(change).where("id", "=", id).execute();
}

export function findSpec(queries: Queries, id: string): Promise<Row<"openapi_spec"> | undefined> {
  return queries.selectFrom("openapi_spec").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findSpecBySlug(
  queries: Queries,
  organization: string,
  slug: string,
): Promise<Row<"openapi_spec"> | undefined> {
  return queries
    .selectFrom("openapi_spec")
    .selectAll()
    .where("organization", "=", organization)
    .where("slug", "=", slug)
    .executeTakeFirst();
}

export function findPublicSpec(queries: Queries, key: string): Promise<Row<"openapi_spec"> | undefined> {
  return queries
    .selectFrom("openapi_spec")
    .selectAll()
    .where("public_key", "=", key)
    .where("visibility", "=", "public")
    .executeTakeFirst();
}

/** By slug, after the one named. */
export function listSpecs(
  queries: Queries,
  organization: string,
  after: string | undefined,
  limit: number,
): Promise<Row<"openapi_spec">[]> {
  return queries
    .selectFrom("openapi_spec")
    .selectAll()
    .where("organization", "=", organization)
    .$if(after !== undefined, (query) => query.where("slug", ">", after ?? ""))
    .orderBy("slug")
    .limit(limit)
    .execute();
}

export async function countSpecs(queries: Queries, organization: string): Promise<number> {
  const { count } = await queries
    .selectFrom("openapi_spec")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organization", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes a specification with its versions and any text that was not read yet. */
export async function deleteSpec(queries: Queries, id: string): Promise<void> {
  const versions = queries.selectFrom("openapi_version").select("id").where("spec", "=", id);
  await queries.deleteFrom("openapi_file").where("version", "in", versions).execute();
  await queries.deleteFrom("openapi_version").where("spec", "=", id).execute();
  await queries.deleteFrom("openapi_given").where("spec", "=", id).execute();
  await queries.deleteFrom("openapi_spec").where("id", "=", id).execute();
}

/** Stores a text until it is read; undefined removes it. */
export async function putSubmittedText(queries: Queries, spec: string, text: PackedText | undefined): Promise<void> {
  await queries.deleteFrom("openapi_given").where("spec", "=", spec).execute();
  if (text !== undefined) await queries.insertInto("openapi_given").values({ spec, text }).execute();
}

export async function findSubmittedText(queries: Queries, spec: string): Promise<PackedText | undefined> {
  const row = await queries.selectFrom("openapi_given").select("text").where("spec", "=", spec).executeTakeFirst();
  return row?.text;
}

export async function insertVersion(
  queries: Queries,
  version: NewRow<"openapi_version">,
  files: readonly Omit<NewRow<"openapi_file">, "version" | "position">[],
): Promise<void> {
  await queries.insertInto("openapi_version").values(version).execute();
  for (const [position, file] of files.entries()) {
    await queries
      .insertInto("openapi_file")
      .values({ ...file, version: version.id, position })
      .execute();
  }
}

export function findVersion(queries: Queries, spec: string, id: string): Promise<Row<"openapi_version"> | undefined> {
  return queries
    .selectFrom("openapi_version")
    .selectAll()
    .where("spec", "=", spec)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Newest first, before the given number. */
export function listVersions(
  queries: Queries,
  spec: string,
  before: number | undefined,
  limit: number,
): Promise<Row<"openapi_version">[]> {
  return queries
    .selectFrom("openapi_version")
    .selectAll()
    .where("spec", "=", spec)
    .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
}

export async function countVersions(queries: Queries, spec: string): Promise<number> {
  const { count } = await queries
    .selectFrom("openapi_version")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("spec", "=", spec)
    .executeTakeFirstOrThrow();
  return count;
}

/** Entry file first. */
export function listFiles(queries: Queries, version: string): Promise<Row<"openapi_file">[]> {
  return queries.selectFrom("openapi_file").selectAll().where("version", "=", version).orderBy("position").execute();
}

export function findEntryFile(queries: Queries, version: string): Promise<Row<"openapi_file"> | undefined> {
  return queries
    .selectFrom("openapi_file")
    .selectAll()
    .where("version", "=", version)
    .where("position", "=", 0)
    .executeTakeFirst();
}
