import type { Json, NewRow, Queries, Row, Timestamp } from "../kernel/database/tables.ts";
import type { PackedText } from "./packed-text.ts";

interface OpenAPISpecTable {
  id: string;
  organization: string;
  slug: string;
  /** Null where it was handed in as text. */
  source_url: string | null;
  visibility: string;
  /** Names it in its public link. */
  public_key: string;
  /** The newest. */
  version: string | null;
  /** The job that reads its source now, or will at its time, or did last. */
  job: string;
  processed_at: Timestamp | null;
  error_code: string | null;
  /** What the last processing found, as the API lists it. */
  errors: Json;
  error_count: number;
  /** What the source's server said to tell the same content by. */
  etag: string | null;
  last_modified: string | null;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A text that was handed in and is not read yet. */
interface OpenAPIGivenTable {
  spec: string;
  text: PackedText;
}

interface OpenAPIVersionTable {
  id: string;
  spec: string;
  /** From 1. */
  number: number;
  /** Of its files: the same content makes no new version. */
  digest: string;
  title: string;
  /** What is different from the version before; null in the first. */
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
  /** As it was fetched or handed in. */
  text: PackedText;
  /** The same as JSON; null where the text is JSON. */
  content: PackedText | null;
}

declare module "../kernel/database/tables.ts" {
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

/** With its versions and what waits to be read. */
export async function deleteSpec(queries: Queries, id: string): Promise<void> {
  const versions = queries.selectFrom("openapi_version").select("id").where("spec", "=", id);
  await queries.deleteFrom("openapi_file").where("version", "in", versions).execute();
  await queries.deleteFrom("openapi_version").where("spec", "=", id).execute();
  await queries.deleteFrom("openapi_given").where("spec", "=", id).execute();
  await queries.deleteFrom("openapi_spec").where("id", "=", id).execute();
}

/** Keeps a text until it is read; undefined takes it away. */
export async function putGivenText(queries: Queries, spec: string, text: PackedText | undefined): Promise<void> {
  await queries.deleteFrom("openapi_given").where("spec", "=", spec).execute();
  if (text !== undefined) await queries.insertInto("openapi_given").values({ spec, text }).execute();
}

export async function findGivenText(queries: Queries, spec: string): Promise<PackedText | undefined> {
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

/** The newest first, from before the number given. */
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

/** The entry file first. */
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
