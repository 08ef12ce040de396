import type { Database } from "../kernel/database/database.ts";
import type { ImportPlan } from "../space-files/index.ts";
import { ensureWorkspace } from "../spaces/local-workspace.ts";
import { storePlan } from "./store-plan.ts";

/** Stores a folder in a database that nothing else is in, and returns the id of its space. */
export async function storeFolder(database: Database, plan: ImportPlan): Promise<string> {
  const now = () => new Date().toISOString();
  const { organization, user } = await ensureWorkspace(database, now());
  const { space } = await storePlan({ database, now }, plan, { organization, user });
  return space;
}
