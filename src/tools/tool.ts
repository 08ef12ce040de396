import type { z } from "zod";
import type { Client } from "../client/client.ts";
import type { Area } from "../contract/areas.ts";
import type { AnyOperation, Effect, Fields } from "../contract/operation.ts";
import type { Reach } from "../contract/reach.ts";

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
}

export interface ToolAnswer {
  /** Compact Markdown. What others wrote stands inside a fence made by `fence`. */
  readonly text: string;
}

/** What one call is about to do. */
export interface Planned {
  readonly reach: Reach;
  /** Id of the operation that it calls, where it is for one alone. */
  readonly operation?: string;
}

export interface Parts {
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
  /** The toolset that switches it on; every tool made by hand is in `default` besides. */
  readonly toolset: Toolset;
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
