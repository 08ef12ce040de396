import type { Timestamp } from "./columns.ts";

/** Ids of confirmations that were used, until they expire. */
interface UsedConfirmationTable {
  nonce: string;
  expires_at: Timestamp;
}

declare module "../tables.ts" {
  interface Tables {
    used_confirmation: UsedConfirmationTable;
  }
}
