import type { Client } from "../client/client.ts";
import { ApiError, InputError } from "../client/errors.ts";
import { plainJson } from "../client/json.ts";
import type { CandidateContext, Named } from "../desk/completion.ts";

export interface ResourceContext {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** The most tokens a resource may cost. */
  readonly answerTokens: number;
  /** Marks a text as written by others and cuts it to the answer budget, ending with `continuation` where it was cut. */
  present(text: string, about: { readonly title?: string; readonly continuation: string }): string;
  readonly tools: ToolTexts;
}

/** What tools answer about one thing, within so many tokens. */
export interface ToolTexts {
  showChanges(space: string, changeRequest: string, tokens: number): Promise<string>;
  showOpenapiSpec(organization: string, slug: string, tokens: number): Promise<string>;
  showIssueCluster(organization: string, cluster: string, tokens: number): Promise<string>;
}

export interface Annotations {
  readonly audience: ("user" | "assistant")[];
  /** From 0 to 1. */
  readonly priority: number;
  readonly lastModified?: string;
}

export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "text/markdown";
  readonly annotations: Annotations;
}

/** What the variables of a URI stand for, by name. */
export type Names<Variable extends string = string> = Readonly<Record<Variable, string>>;

/** The variables given so far. */
export type Others<Variable extends string = string> = Readonly<Partial<Record<Variable, string>>>;

/** What a variable may stand for, and what is put in its place. */
export interface Choice<Variable extends string = string> {
  candidates(others: Others<Variable>, context: CandidateContext): Promise<readonly Named[]>;
  /** The id when left out. */
  value?(candidate: Named): string;
}

/** Resources whose URIs have one form. */
export interface ResourceFamily<Variable extends string = string> {
  readonly template: ResourceTemplate;
  /** The resource as Markdown. Rejects with what the service answered. */
  read(names: Names<Variable>, context: ResourceContext): Promise<string>;
  /** What tells whether the resource has changed. */
  source(names: Names<Variable>): Source;
  /** Names the resource in its source where that holds several. */
  part?(names: Names<Variable>): string;
  readonly choices: { readonly [Name in Variable]: Choice<Variable> };
}

type VariableOf<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | VariableOf<Rest>
  : never;

/** Ties the names that a family is given to the variables of its template. */
export function defineFamily<const Template extends string>(
  family: ResourceFamily<VariableOf<Template>> & { readonly template: { readonly uriTemplate: Template } },
): ResourceFamily {
  return family as object as ResourceFamily;
}

export interface LookContext {
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** What several resources are read from, so that one look tells for all of them whether something changed. */
export interface Source {
  /** Sources with the same key are the same. */
  readonly key: string;
  /** A text that is another after anything in it has changed. */
  look(context: LookContext): Promise<string>;
  /** The like of each part, by its names; absent where the source is one resource. */
  parts?(context: LookContext): Promise<ReadonlyMap<string, string>>;
}

/** The look of what does not exist, or not for this caller. */
export const missing = "";

const hidden: ReadonlySet<string> = new Set(["not_found", "forbidden", "unauthorized"]);

/** Takes the refusal of what the caller may not see for an answer. */
export async function lookOrMissing<Look>(look: Promise<Look>, otherwise: Look): Promise<Look> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof InputError || (error instanceof ApiError && hidden.has(error.code))) return otherwise;
    throw error;
  }
}

/** What the line above a tool's answer costs. */
const headTokens = 80;

/** What a tool answers, with the call that gives it again and goes on where it was cut. */
export async function toolText(
  call: { readonly tool: string; readonly arguments: Readonly<Record<string, string>> },
  answerTokens: number,
  answer: (tokens: number) => Promise<string>,
): Promise<string> {
  const { tool, arguments: given } = call;
  return `${tool} ${plainJson(given)} answers:\n${await answer(answerTokens - headTokens)}`;
}
