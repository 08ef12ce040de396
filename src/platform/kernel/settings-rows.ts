import type { Queries } from "./database/tables.ts";

/** The value of a setting, created with `make` and stored if it is missing. Call it inside a write. */
export async function settingOr(queries: Queries, name: string, make: () => string): Promise<string> {
  const found = await findSetting(queries, name);
  if (found !== undefined) return found;
  const value = make();
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // Another writer may have created it meanwhile.
  return numInsertedOrUpdatedRows > 0n ? value : ((await findSetting(queries, name)) ?? value);
}

export async function findSetting(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** Claims a task for now, unless it was done since `since`: then returns false. */
export async function claimTurn(queries: Queries, name: string, now: string, since: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto("setting")
    .values({ name, value: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: now }).where("setting.value", "<", since))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
