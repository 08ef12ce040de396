import type { Queries } from "../../kernel/database/tables.ts";
import { findSpecBySlug, listFiles } from "./rows.ts";
import type { EarlierFile } from "./spec-book.ts";

/** The id of the newest version of a specification that could be read. */
export async function findApiVersion(
  queries: Queries,
  organization: string,
  slug: string,
): Promise<string | undefined> {
  return (await findSpecBySlug(queries, organization, slug))?.version ?? undefined;
}

/** The files of a version, the entry file first. */
export async function listApiFiles(queries: Queries, version: string): Promise<EarlierFile[]> {
  const rows = await listFiles(queries, version);
  return rows.map(({ path, text, content }) => [path, content ?? text]);
}
