import type { Client } from "../client/client.ts";
import { ApiError, InputError } from "../client/errors.ts";
import { plainJson } from "../client/json.ts";
import type { CandidateContext, Named } from "../resolve/completion.ts";

export interface ResourceContext {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Token limit of a resource. */
  readonly answerTokens: number;
  /** Fences a text written by others and cuts it to the answer budget, ending with `continuation` if it was cut. */
  present(text: string, about: { readonly title?: string; readonly continuation: string }): string;
  readonly tools: ToolTexts;
}

/** A tool's result about one object, within a token limit. */
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

/** The values of a URI's variables, by name. */
export type Names<Variable extends string = string> = Readonly<Record<Variable, string>>;

/** The variables given so far. */
export type Others<Variable extends string = string> = Readonly<Partial<Record<Variable, string>>>;

/** A possible value of a variable, and the text to insert. */
export interface Choice<Variable extends string = string> {
  candidates(others: Others<Variable>, context: CandidateContext): Promise<readonly Named[]>;
  /** The id if left out. */
  value?(candidate: Named): string;
}

/** Resources whose URIs share a template. */
export interface ResourceFamily<Variable extends string = string> {
  readonly template: ResourceTemplate;
  /** The resource as Markdown. Rejects with the service's error. */
  read(names: Names<Variable>, context: ResourceContext): Promise<string>;
  /** Detects whether the resource has changed. */
  source(names: Names<Variable>): Source;
  /** The resource's name within a source that contains several. */
  part?(names: Names<Variable>): string;
  readonly choices: { readonly [Name in Variable]: Choice<Variable> };
}

type TemplateVariable<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | TemplateVariable<Rest>
  : never;

/** Binds the typed names of a family to the variables of its template. */
export function defineFamily<const Template extends string>(
  family: ResourceFamily<TemplateVariable<Template>> & { readonly template: { readonly uriTemplate: Template } },
): ResourceFamily {
  return family as object as ResourceFamily;
}

export interface LookContext {
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** The common source of several resources, so that one check detects changes of all of them. */
export interface Source {
  /** Sources with the same key are identical. */
  readonly key: string;
  /** A text that differs after any change in it. */
  look(context: LookContext): Promise<string>;
  /** The same for each part, by name; absent if the source is one resource. */
  parts?(context: LookContext): Promise<ReadonlyMap<string, string>>;
}

/** The state of an object that does not exist or is not visible to this caller. */
export const missing = "";

const hidden: ReadonlySet<string> = new Set(["not_found", "forbidden", "unauthorized"]);

/** Treats a denial of access as a result. */
export async function lookOrMissing<Look>(look: Promise<Look>, otherwise: Look): Promise<Look> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof InputError || (error instanceof ApiError && hidden.has(error.code))) return otherwise;
    throw error;
  }
}

/** Tokens of the line above a tool's result. */
const headTokens = 80;

/** A tool's result, with the call that repeats it and continues where it was cut. */
export async function toolText(
  call: { readonly tool: string; readonly arguments: Readonly<Record<string, string>> },
  answerTokens: number,
  readResult: (tokens: number) => Promise<string>,
): Promise<string> {
  const { tool, arguments: args } = call;
  return `${tool} ${plainJson(args)} answers:\n${await readResult(answerTokens - headTokens)}`;
}
