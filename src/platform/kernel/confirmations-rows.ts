import type { Queries, Timestamp } from "./database/tables.ts";

/** Records an id and returns whether it was unused. Also deletes expired ids. Call it inside a write. */
export async function useConfirmation(
  queries: Queries,
  { nonce, expiresAt, now }: { readonly nonce: string; readonly expiresAt: string; readonly now: string },
): Promise<boolean> {
  await queries.deleteFrom("used_confirmation").where("expires_at", "<=", now).execute();
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto("used_confirmation")
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("nonce").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Ids of used confirmations, kept until they expire. */
interface UsedConfirmationTable {
  nonce: string;
  expires_at: Timestamp;
}

declare module "./database/tables.ts" {
  interface Tables {
    used_confirmation: UsedConfirmationTable;
  }
}
