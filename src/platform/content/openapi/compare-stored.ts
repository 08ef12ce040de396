import type { Database } from "../../kernel/database/database.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { ThreadOutOfMemory } from "../../kernel/request-thread.ts";
import type { VersionChanges } from "./compare-versions.ts";
import { findSpecBySlug, findVersion, listFiles } from "./rows.ts";
import type { EarlierFile } from "./spec-book.ts";
import { compareInThread } from "./spec-thread.ts";

export type { VersionChanges } from "./compare-versions.ts";

/** Two versions of a specification, by id. */
export interface SpecComparison {
  readonly organization: string;
  readonly slug: string;
  readonly older: string;
  readonly newer: string;
  readonly signal: AbortSignal;
}

/** The differences between two versions. Undefined if the specification does not have both. */
export async function compareSpecVersions(
  database: Pick<Database, "read">,
  { organization, slug, older, newer, signal }: SpecComparison,
): Promise<VersionChanges | undefined> {
  const [before, after] = await database.read(async (queries) => {
    const spec = await findSpecBySlug(queries, organization, slug);
    if (spec === undefined) return [];
    return [await findFiles(queries, spec.id, older), await findFiles(queries, spec.id, newer)];
  });
  if (before === undefined || after === undefined) return undefined;
  try {
    return await compareInThread(before, after, signal);
  } catch (error) {
    if (!(error instanceof ThreadOutOfMemory)) throw error;
    throw new Problem("bad_request", "Comparing these versions takes more memory than is allowed.");
  }
}

async function findFiles(queries: Queries, spec: string, id: string): Promise<EarlierFile[] | undefined> {
  const version = await findVersion(queries, spec, id);
  if (version === undefined) return undefined;
  const files = await listFiles(queries, version.id);
  return files.map(({ path, content, text }) => [path, content ?? text]);
}
