import type { ConversationInput, Impact } from "../../contract/models/conversation.ts";
import type { TermCounts } from "./terms.ts";

/** A conversation as issues are looked for in it. */
export interface Talk {
  readonly id: string;
  readonly subject: string | undefined;
  readonly parts: readonly ConversationInput["parts"][number][];
}

/** One problem that somebody had. */
export interface FoundIssue {
  readonly title: string;
  /** Paragraphs of plain text. */
  readonly details: readonly string[];
  readonly impact: Impact;
  /** What issues are compared by. */
  readonly terms: TermCounts;
}
