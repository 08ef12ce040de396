import type { Client } from "../client/client.ts";
import type { SeenNames } from "./resolve/seen-names.ts";

/** What a tool may use while it runs. */
export interface ToolContext {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** The most tokens the answer may cost; what does not fit is offered by a cursor. */
  readonly answerTokens: number;
  /** Tells the host how far the work is; `total` when it is known. */
  progress(done: number, total: number | undefined, message: string): void;
  /** Whether the service is known not to carry out an operation; absent where nothing is known. */
  lacks?(operationId: string): boolean;
  /** What to say and do where the caller sees no space at all; a sentence or more. */
  readonly emptyDesk?: string | undefined;
  /** What names meant a moment ago; only where the call changes nothing. */
  readonly seenNames?: SeenNames | undefined;
}

export interface ToolAnswer {
  /** Compact Markdown. What others wrote is inside a fence made by `fence`. */
  readonly text: string;
}

export type Arguments = Readonly<Record<string, unknown>>;
