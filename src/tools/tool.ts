import { z } from "zod";
import type { Area } from "../contract/areas.ts";
import type { AnyOperation, Effect, Fields } from "../contract/operation.ts";
import { furthest, type Limit, listReaches, type Reach } from "../contract/reach.ts";
import type { ToolContext, ToolResult } from "../resolve/context.ts";
import type { ObjectSchema } from "./input-schema.ts";

/** What one call is about to do. */
export interface Planned {
  readonly reach: Reach;
  /** Id of the operation that it calls, if there is only one. */
  readonly operation?: string;
  /** Why the tool will refuse the call, so that no one is asked about it. */
  readonly refusal?: string;
}

interface Parts {
  /** One of `input`; an enum. */
  readonly argument: string;
  readonly uses: Readonly<Record<string, readonly AnyOperation[]>>;
  /** The tool's description with only these parts. */
  describe(parts: readonly string[]): string;
}

export interface Tool<Input extends Fields = Fields> {
  /** `verb_noun`, at most 40 characters; the file's name. */
  readonly name: string;
  readonly title: string;
  /** When to use it and what comes next. */
  readonly description: string;
  /** The toolset it belongs to; a hand-written tool is also in `default`, unless it is `apart`. */
  readonly toolset: Toolset;
  /** For a task that few agents have: every conversation pays for the tokens of `default`. */
  readonly apart?: boolean;
  /** The operations it calls: its hints are the strictest of their effects, unless `effect` is given. */
  readonly uses: readonly AnyOperation[];
  /** Its overall effect, if that of its operations would overstate it: it updates only what it made itself. */
  readonly effect?: Effect;
  readonly input: Input;
  /** An argument whose values select parts, each with its own operations: a service may have only some of them. */
  readonly parts?: Parts;
  /**
   * The question for a person before this call: what will happen, in words and counts. Undefined if this
   * call needs no confirmation; absent for tools that never do.
   */
  consequence?(
    input: { readonly [Name in keyof Input]: z.output<Input[Name]> },
    context: ToolContext,
  ): Promise<string | undefined>;
  /** What this call is about to do, if not every call of the tool has the full reach of its operations. */
  plan?(input: { readonly [Name in keyof Input]: z.output<Input[Name]> }): Planned | Promise<Planned>;
  run(input: { readonly [Name in keyof Input]: z.output<Input[Name]> }, context: ToolContext): Promise<ToolResult>;
}

/** `default` is the default selection; the others are the areas of the contract. */
export type Toolset = "default" | Area;

/** Only for its types. */
export const defineTool = <const Input extends Fields>(tool: Tool<Input>): Tool<Input> => tool;

const furthestReaches = new WeakMap<Tool["uses"], Reach>();

/** The widest reach of any call of a tool. */
export function getFurthestReach({ uses }: Pick<Tool, "uses">): Reach {
  const known = furthestReaches.get(uses);
  if (known !== undefined) return known;
  const reach = furthest(uses.flatMap(({ reach }) => listReaches(reach)));
  furthestReaches.set(uses, reach);
  return reach;
}

/** What a call with these validated arguments is about to do. */
export async function plannedCall(tool: Tool, input: Parameters<Tool["run"]>[0]): Promise<Planned> {
  return (await tool.plan?.(input)) ?? { reach: getFurthestReach(tool) };
}

/** The arguments that name things, shared by all tools. */
export const named = {
  space: z.string().max(500).describe("Id, title or URL"),
  page: z.string().max(2000).describe("Id, path, title or URL"),
  changeRequest: z.string().max(500).describe("Number, id, subject or URL"),
  organization: z.string().max(500).describe("Id or title, if there are several"),
  issueCluster: z.string().max(500).describe("Id or label"),
  cursor: z.string().max(4000).optional().describe("From the previous answer"),
};

/** Hints for hosts. All four are always given, since a host reads a missing one as "destructive". */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One item of the answer to `tools/list`. */
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
  /** Any of them includes it. */
  readonly toolsets: readonly Toolset[];
  /** The strictest limit under which it is still useful. */
  readonly limit: Limit;
  /** The widest reach of its calls. */
  readonly reach: Reach;
  /** Cost of the definition in a model's context, in o200k tokens. */
  readonly tokens: number;
  /** Id of the operation that the tool corresponds to; absent if it combines several. */
  readonly operation?: string;
  /** Ids of operations that each of its calls can substitute. */
  readonly insteadOf?: readonly string[];
  /** Ids of the changing operations that a hand-written tool uses. */
  readonly writes?: readonly string[];
  /** What differs on the embedded platform: the tool does nothing there, or less. */
  readonly embedded?: "absent" | Pick<ToolEntry, "definition" | "tokens">;
}

/** All tools, described without loading them and loaded when called. */
export interface ToolRegistry {
  readonly entries: readonly ToolEntry[];
  /** Undefined if there is no such tool. */
  load(name: string): Promise<Tool | undefined>;
}
