import type { Timestamp } from "./columns.ts";

/** Ids of confirmations that were used, until they expire. */
interface UsedConfirmationTable {
  nonce: string;
  expires_at: Timestamp;
}

export interface ConfirmationTables {
  used_confirmation: UsedConfirmationTable;
}
