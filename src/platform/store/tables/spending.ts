import type { Timestamp } from "./columns.ts";

/** What services that the operator pays for were asked for, by all processes together. */
interface SpendingTable {
  /** `model-tokens` or `translation-characters`. */
  what: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  amount: number;
}

/** Users who asked questions a moment ago. */
interface QuestionAllowanceTable {
  user: string;
  /** When they may ask as many at once again as anybody. */
  whole_at: Timestamp;
}

declare module "../tables.ts" {
  interface Tables {
    question_allowance: QuestionAllowanceTable;
    spending: SpendingTable;
  }
}
