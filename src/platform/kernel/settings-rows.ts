import type { Queries } from "./database/tables.ts";
import { openColumn, type Sealed, type SecretSetting, sealColumn } from "./secrets/sealed-columns.ts";

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
  // Another writer may have created it in the meantime.
  return numInsertedOrUpdatedRows > 0n ? value : ((await findSetting(queries, name)) ?? value);
}

/** The value of a setting that is a key; undefined if there is none yet. */
export async function findSecretSetting(queries: Queries, name: SecretSetting): Promise<string | undefined> {
  const stored = await findSetting(queries, name);
  return stored === undefined ? undefined : openColumn(queries, "setting.value", { name, value: asSealed(stored) });
}

/** The same, created with `make` and stored if it is missing. Call it inside a write. */
export async function secretSettingOr(queries: Queries, name: SecretSetting, make: () => string): Promise<string> {
  const sealed = () => asText(sealColumn(queries, "setting.value", { name }, make()));
  const stored = await settingOr(queries, name, sealed);
  return openColumn(queries, "setting.value", { name, value: asSealed(stored) });
}

/** Only some settings are secrets, so the column itself has texts. */
const asSealed = (stored: string) => stored as unknown as Sealed;

const asText = (stored: Sealed) => stored as unknown as string;

export async function findSetting(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** Claims a task for now, unless it was done since `since`: then returns false. */
export async function claimTask(queries: Queries, name: string, now: string, since: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto("setting")
    .values({ name, value: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: now }).where("setting.value", "<", since))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
