import type { Queries } from "./tables.ts";

/** Whether any job is somebody's by its row. */
export async function hasLeases(queries: Queries): Promise<boolean> {
  const row = await queries
    .selectFrom("job")
    .select("id")
    .where("state", "in", ["waiting", "running"])
    .where("lease_owner", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends every lease. One that runs by its row stays so, which tells whoever takes it that its process died. */
export async function endLeases(queries: Queries): Promise<void> {
  await queries
    .updateTable("job")
    .set({ lease_owner: null, lease_until: null })
    .where("state", "in", ["waiting", "running"])
    .where("lease_owner", "is not", null)
    .execute();
}
