import { type Database, type ImportPlan, parts } from "../platform/index.ts";

/** Stores a folder in a database that nothing else is in, and returns the id of its space. */
export async function storeFolder(database: Database, plan: ImportPlan): Promise<string> {
  const now = () => new Date().toISOString();
  const [{ ensureWorkspace }, { storePlan }] = await Promise.all([parts.workspace(), parts.storePlan()]);
  const { organization, user } = await ensureWorkspace(database, now());
  const { space } = await storePlan({ database, now }, plan, { organization, user });
  return space;
}
