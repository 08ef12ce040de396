import type { ToolContext } from "../tools/tool.ts";
import type { AnsweringTool } from "./desk.ts";

/** A tool's answer, or why there is none; written for an agent, what others wrote in it fenced. */
export interface PromptAnswer {
  readonly text: string;
  readonly failed: boolean;
}

/** What prompts may use while they are written. */
export interface PromptContext extends ToolContext {
  /** Whether a tool can be called on the surface of this request. */
  has(tool: string): boolean;
  /** Whether what a tool does may be done here by another tool, where it is not listed itself. */
  may(tool: string): boolean;
  /** What a tool that only reads answers, within a number of tokens. Rejects only when the request is cancelled. */
  answer(tool: AnsweringTool, given: Readonly<Record<string, unknown>>, tokens: number): Promise<PromptAnswer>;
}
