import { z } from "zod";
import type { Area } from "../contract/areas.ts";
import type { AnyOperation, Effect, Fields } from "../contract/operation.ts";
import { furthest, type Limit, type Reach, reachesOf } from "../contract/reach.ts";
import type { ToolAnswer, ToolContext } from "../desk/context.ts";
import type { ObjectSchema } from "./input-schema.ts";

/** What one call is about to do. */
export interface Planned {
  readonly reach: Reach;
  /** Id of the operation that it calls, where it is for one alone. */
  readonly operation?: string;
}

interface Parts {
  /** One of `input`; an enum. */
  readonly argument: string;
  readonly uses: Readonly<Record<string, readonly AnyOperation[]>>;
  /** The tool's description with these parts alone. */
  describe(parts: readonly string[]): string;
}

export interface Tool<Input extends Fields = Fields> {
  /** `verb_noun`, at most 40 characters; the file's name. */
  readonly name: string;
  readonly title: string;
  /** When to use it and what comes next. */
  readonly description: string;
  /** The toolset that switches it on; a tool made by hand is in `default` besides, unless it is `apart`. */
  readonly toolset: Toolset;
  /** For a job that few agents have: `default` is dear, and every conversation pays for it. */
  readonly apart?: boolean;
  /** The operations it calls: its hints are the strictest of their effects, unless `effect` is given. */
  readonly uses: readonly AnyOperation[];
  /** What it does as a whole, where its operations alone would say too much: it updates only what it made itself. */
  readonly effect?: Effect;
  readonly input: Input;
  /** An argument whose values stand for parts, each of operations of its own: a service may have some parts alone. */
  readonly parts?: Parts;
  /**
   * What a person is asked before this call is carried out: what will happen, in words and counts. Undefined when this
   * call needs nobody's agreement; absent for tools that never do.
   */
  consequence?(
    input: { readonly [Name in keyof Input]: z.output<Input[Name]> },
    context: ToolContext,
  ): Promise<string | undefined>;
  /** What this call is about to do, where not every call of the tool goes as far as its operations can. */
  plan?(input: { readonly [Name in keyof Input]: z.output<Input[Name]> }): Planned | Promise<Planned>;
  run(input: { readonly [Name in keyof Input]: z.output<Input[Name]> }, context: ToolContext): Promise<ToolAnswer>;
}

/** `default` is what an agent is given unless it is told otherwise; the others are the areas of the contract. */
export type Toolset = "default" | Area;

/** Carries types, does nothing. */
export const defineTool = <const Input extends Fields>(tool: Tool<Input>): Tool<Input> => tool;

/** The furthest that any call of a tool goes. */
export const furthestOf = ({ uses }: Pick<Tool, "uses">): Reach =>
  furthest(uses.flatMap(({ reach }) => reachesOf(reach)));

/** What a call with these arguments, which are checked, is about to do. */
export async function plannedCall(tool: Tool, input: Parameters<Tool["run"]>[0]): Promise<Planned> {
  return (await tool.plan?.(input)) ?? { reach: furthestOf(tool) };
}

/** The arguments that name things, the same in every tool. */
export const named = {
  space: z.string().max(500).describe("Space: id, title or URL"),
  page: z.string().max(2000).describe("Page: id, path, title or URL"),
  changeRequest: z.string().max(500).describe("Change request: number, id, subject or URL"),
  organization: z.string().max(500).describe("Id or title; needed only among several"),
  issueCluster: z.string().max(500).describe("Issue cluster: id or label"),
  cursor: z.string().max(4000).optional().describe("From the previous answer"),
};

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
