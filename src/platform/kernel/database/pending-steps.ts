import { existsSync } from "node:fs";
import { Problem } from "../problem.ts";
import { lostDatabase, tracesOfUse } from "./data-folder.ts";
import { openDatabaseToRead } from "./database.ts";
import { findSchema } from "./find-schema.ts";
import { describeStep, explainNewerSchema, migrations, type StepFacts } from "./migrations.ts";

interface PendingSteps {
  /** A readable description of the database's location, without secrets. */
  readonly location: string;
  /** The database has no tables yet. */
  readonly isNew: boolean;
  /** In the order they will run. */
  readonly steps: readonly StepFacts[];
}

/**
 * The schema steps that opening a database would run. Changes nothing. Throws `conflict` if this release cannot use the
 * database, `DataFolderError` and `DatabaseServerError`.
 */
export async function readPendingSteps(folder: string, url?: string): Promise<PendingSteps> {
  const isMissing = (error: unknown) => error instanceof Problem && error.code === "not_found";
  const database = await openDatabaseToRead(folder, url).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (database === undefined) {
    const traces = existsSync(folder) ? tracesOfUse(folder) : [];
    if (traces.length > 0) throw lostDatabase(folder, traces);
    return newDatabase(folder);
  }
  const { location } = database;
  try {
    const state = await database.read(findSchema);
    if (state === undefined) return newDatabase(location);
    if (state.kind === "newer") {
      const { why, what } = explainNewerSchema(state.step);
      throw new Problem("conflict", `${location} ${why}. ${what}.`);
    }
    if (state.kind === "unfinished") {
      throw new Problem(
        "conflict",
        `${location} has the tables of an early Copydesk. Open it once with ${state.build}.`,
      );
    }
    return { location, isNew: false, steps: state.missing.map(describeStep) };
  } finally {
    await database.close();
  }
}

const newDatabase = (location: string): PendingSteps => ({
  location,
  isNew: true,
  steps: Object.keys(migrations).map(describeStep),
});
