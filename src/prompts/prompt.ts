import type { ToolContext } from "../desk/context.ts";

/** What an argument names, for completing it. */
export type Subject = "space" | "change_request" | "organization" | "issue_cluster" | "language" | "openapi_slug";

interface PromptArgument {
  /** For the person who fills it in. */
  readonly description: string;
  readonly required?: true;
  /** Absent where anything may be written. */
  readonly names?: Subject;
  /** The most characters; 500 when left out. */
  readonly longest?: number;
}

type PromptArguments = Readonly<Record<string, PromptArgument>>;

/** What a person gave; what they left out or left empty is undefined. */
type Given<Arguments extends PromptArguments> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends { required: true } ? string : string | undefined;
};

/** Something a person can start. Loading one costs nothing: whatever reads or resolves is the desk's. */
export interface Prompt<Arguments extends PromptArguments = PromptArguments> {
  /** The file's name, with underscores. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: Arguments;
  draft(given: Given<Arguments>, desk: Lookups): Promise<Draft>;
}

/** Carries types, does nothing. */
export const definePrompt = <const Arguments extends PromptArguments>(prompt: Prompt<Arguments>): Prompt<Arguments> =>
  prompt;

/**
 * A prompt with its arguments filled in, before it is cut to the answer budget and to the tools there are. What others
 * wrote is in its enclosures alone: in the other texts objects go by their ids.
 */
export interface Draft {
  /** What the agent is to do, and what it has to find out first. */
  readonly task: string;
  readonly steps: readonly Step[];
  /** What the agent tells the person when it is done; goes on from a colon. */
  readonly report: string;
  readonly decision: Decision;
  readonly enclosures: readonly Enclosure[];
}

export interface Step {
  /** What it is for; a step whose tool is not there is described by it alone. */
  readonly goal: string;
  readonly tool?: NamedTool;
  /** How, in a sentence that names the tool. */
  readonly how?: string;
}

/** What a person alone decides. */
interface Decision {
  /** Goes on from "The person decides". */
  readonly what: string;
  /** Carry the decision out. */
  readonly tools: readonly NamedTool[];
}

/** The tools that prompts name. */
export type NamedTool =
  | AnsweringTool
  | "read_page"
  | "open_change_request"
  | "edit_page"
  | "write_pages"
  | "post_comment"
  | "merge_change_request"
  | "update_issue_cluster"
  | "translate_space"
  | "publish_openapi_spec"
  | "update_site";

/** What a prompt brings along, so that the agent need not ask for it first. */
export type Enclosure = AnswerEnclosure | TextEnclosure;

/** What a tool answers to a call. */
interface AnswerEnclosure {
  readonly tool: AnsweringTool;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Stands for the call where its arguments are long. */
  readonly call?: string;
  /** The organization's own rules for what agents write, which are to be followed. */
  readonly rules?: true;
  /** Its part of the budget, in proportion to those of the others. */
  readonly share: number;
}

/** A text that somebody wrote. */
export interface TextEnclosure {
  /** What it is; our words. */
  readonly title: string;
  readonly text: string;
  /** What to do where it was cut; a sentence. */
  readonly continuation: string;
  readonly share: number;
}

/** The tools whose answers a prompt may enclose. All of them only read. */
type AnsweringTool =
  | "list_spaces"
  | "list_pages"
  | "search_docs"
  | "show_changes"
  | "list_comments"
  | "list_issue_clusters"
  | "show_organization"
  | "read_operation";

interface FoundSpace {
  readonly id: string;
  readonly organization: string;
}

export interface FoundChangeRequest {
  readonly number: number;
  readonly space: FoundSpace;
}

export interface FoundCluster {
  readonly id: string;
  readonly organization: string;
}

interface FoundLanguage {
  readonly code: string;
  /** In English. */
  readonly name: string;
}

/** A page with the day of its last edit, as in 2026-01-31. */
export interface DatedPage {
  readonly id: string;
  readonly title: string;
  readonly path: string | undefined;
  readonly day: string | undefined;
}

/** What prompts look things up with. What a name does not fit is told to the person with the candidates. */
export interface Lookups {
  space(named: string): Promise<FoundSpace>;
  changeRequest(named: string, space: string | undefined): Promise<FoundChangeRequest>;
  issueCluster(named: string, organization: string | undefined): Promise<FoundCluster>;
  /** Id of the organization that is named or, when none is, of the only one; undefined among several. */
  organization(named: string | undefined): Promise<string | undefined>;
  language(named: string): Promise<FoundLanguage>;
  openapiSlug(written: string): Promise<string>;
  /** The documents of a space, the longest unedited first. */
  pagesByAge(space: string): Promise<readonly DatedPage[]>;
}

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

/** The organization's instructions for agents; nothing while it is not known which organization is meant. */
export function houseRules(organization: string | undefined): Enclosure[] {
  if (organization === undefined) return [];
  return [
    { tool: "show_organization", arguments: { about: "agent_instructions", organization }, rules: true, share: 2 },
  ];
}
