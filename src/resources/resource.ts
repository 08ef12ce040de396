import type { Client } from "../client/client.ts";
import type { CandidateContext } from "../completion/candidates.ts";
import type { Named } from "../completion/complete.ts";
import type { Source } from "./source.ts";

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
