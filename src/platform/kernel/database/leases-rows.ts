import type { Queries } from "./tables.ts";

/** Whether any job row has a lease. */
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

/** Ends every lease. Jobs stay `running`, which tells whoever takes one that its process died. */
export async function endLeases(queries: Queries): Promise<void> {
  await queries
    .updateTable("job")
    .set({ lease_owner: null, lease_until: null })
    .where("state", "in", ["waiting", "running"])
    .where("lease_owner", "is not", null)
    .execute();
}
