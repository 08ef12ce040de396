import type { Limit, Reach } from "../contract/reach.ts";
import type { ObjectSchema } from "./input-schema.ts";
import type { Tool, Toolset } from "./tool.ts";

/** Hints for hosts. All four are always given: what is left out means "destructive" to a host. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One element of the answer to `tools/list`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/** What is known about a tool without loading it. */
export interface ToolEntry {
  readonly definition: ToolDefinition;
  /** Any of them switches it on. */
  readonly toolsets: readonly Toolset[];
  /** The narrowest limit under which it has something to do. */
  readonly limit: Limit;
  /** The furthest that a call of it can go. */
  readonly reach: Reach;
  /** Cost of the definition in a model's context, in o200k tokens. */
  readonly tokens: number;
  /** Id of the operation that the tool stands for alone; absent where it combines several. */
  readonly operation?: string;
  /** Ids of operations whose work each call of it can do by another way. */
  readonly insteadOf?: readonly string[];
  /** Ids of the operations that a tool made by hand changes things with. */
  readonly writes?: readonly string[];
  /** What differs where the embedded platform answers: the tool has nothing to do there, or less. */
  readonly embedded?: "absent" | Pick<ToolEntry, "definition" | "tokens">;
}

/** Every tool there is: described without loading it, loaded when called. */
export interface ToolRegistry {
  readonly entries: readonly ToolEntry[];
  /** Undefined when there is no such tool. */
  load(name: string): Promise<Tool | undefined>;
}
