import { openDatabaseToRead, type ReadDatabase } from "../../kernel/database/database.ts";
import { findSchema } from "../../kernel/database/find-schema.ts";
import { explainNewerSchema } from "../../kernel/database/migrations.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";

/**
 * Opens a database to copy from: at a URL, or that of a data folder. Unlike a normal open, this creates and changes
 * nothing. Throws `conflict` if its tables are not those of this version, `DataFolderError` and `DatabaseServerError`.
 */
export async function openSource(folder: string, url?: string): Promise<ReadDatabase> {
  const source = await openDatabaseToRead(folder, url);
  try {
    await source.read((queries) => requireSteps(queries, source.location));
    return source;
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function requireSteps(queries: Queries, location: string): Promise<void> {
  const state = await findSchema(queries);
  if (state === undefined) {
    throw new Problem("not_found", `There is no workspace in ${location}. Name the one to copy with --from.`);
  }
  if (state.kind === "newer") {
    const { why, what } = explainNewerSchema(state.step);
    throw new Problem("conflict", `${location} ${why}. ${what}.`);
  }
  if (state.kind === "unfinished") {
    throw new Problem("conflict", `${location} has the tables of an early Copydesk. Open it once with ${state.build}.`);
  }
  if (state.missing.length > 0) {
    throw new Problem(
      "conflict",
      `${location} has the tables of an older Copydesk (without ${state.missing[0]}), and copying changes nothing there. Start this version on it once, or copy it with the version that wrote it.`,
    );
  }
}
