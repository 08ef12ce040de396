import { storePlan } from "../platform/imports/store-plan.ts";
import type { ImportPlan } from "../platform/index.ts";
import type { Database } from "../platform/kernel/database/database.ts";
import { ensureWorkspace } from "../platform/spaces/local-workspace.ts";

/** Stores a folder in a database that nothing else is in, and returns the id of its space. */
export async function storeFolder(database: Database, plan: ImportPlan): Promise<string> {
  const now = () => new Date().toISOString();
  const { organization, user } = await ensureWorkspace(database, now());
  const { space } = await storePlan({ database, now }, plan, { organization, user });
  return space;
}
