import type { Client } from "../client/client.ts";
import type { SeenNames } from "./seen-names.ts";

/** What a tool can use while it runs. */
export interface ToolContext {
  readonly client: Client;
  /** Passed to every request: cancelling it, counting it and recording whose act it is depend on that. */
  readonly signal: AbortSignal;
  /** The most tokens of the answer; the rest is available through a cursor. */
  readonly answerTokens: number;
  /** Reports progress to the host; `total` if it is known. */
  progress(done: number, total: number | undefined, message: string): void;
  /** Whether the service is known not to implement an operation; absent if nothing is known. */
  lacks?(operationId: string): boolean;
  /** What to say if the caller sees no space at all; a sentence or more. */
  readonly noSpacesMessage?: string | undefined;
  /** What names recently resolved to; only for calls that change nothing. */
  readonly seenNames?: SeenNames | undefined;
}

export interface ToolResult {
  /** Compact Markdown. Untrusted text is inside a fence made by `fence`. */
  readonly text: string;
  /** The same text in parts, if a long one of them is likely to be part of other answers. */
  readonly parts?: readonly string[];
}

export type Arguments = Readonly<Record<string, unknown>>;
