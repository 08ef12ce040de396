import type { ToolContext } from "../resolve/context.ts";

/** The kind of object an argument names, for completion. */
export type Subject = "space" | "change_request" | "organization" | "issue_cluster" | "language" | "openapi_slug";

interface PromptArgument {
  /** Shown to the person who fills it in. */
  readonly description: string;
  readonly required?: true;
  /** Absent if any text is allowed. */
  readonly names?: Subject;
  /** Maximum number of characters; 500 if left out. */
  readonly maxLength?: number;
}

type PromptArguments = Readonly<Record<string, PromptArgument>>;

/** The person's arguments; omitted or empty ones are undefined. */
type PromptInput<Arguments extends PromptArguments> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends { required: true } ? string : string | undefined;
};

/** A prompt. Loading one is cheap: reading and resolving belong to the desk. */
export interface Prompt<Arguments extends PromptArguments = PromptArguments> {
  /** The file's name, with underscores. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: Arguments;
  draft(input: PromptInput<Arguments>, lookups: Lookups): Promise<Draft>;
}

/** Only carries types. */
export const definePrompt = <const Arguments extends PromptArguments>(prompt: Prompt<Arguments>): Prompt<Arguments> =>
  prompt;

/**
 * A prompt with its arguments filled in, before it is cut to the answer budget and the available tools. Text by others
 * is only in its enclosures: other texts refer to objects by id.
 */
export interface Draft {
  /** The agent's task, and what it has to find out first. */
  readonly task: string;
  readonly steps: readonly Step[];
  /** What the agent reports to the person when it is done; continues after a colon. */
  readonly report: string;
  readonly decision: Decision;
  readonly enclosures: readonly Enclosure[];
}

export interface Step {
  /** Its purpose; a step whose tool is unavailable is described only by this. */
  readonly goal: string;
  readonly tool?: NamedTool;
  /** Instructions, in a sentence that names the tool. */
  readonly how?: string;
}

/** A decision reserved for the person. */
interface Decision {
  /** Continues after "The person decides". */
  readonly what: string;
  /** Tools that carry out the decision. */
  readonly tools: readonly NamedTool[];
}

/** The tools that prompts can name. */
export type NamedTool =
  | EnclosableTool
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

/** Content included in a prompt, so that the agent need not request it first. */
export type Enclosure = ToolEnclosure | TextEnclosure;

/** The result of a tool call. */
interface ToolEnclosure {
  readonly tool: EnclosableTool;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Replaces the call in the text if its arguments are long. */
  readonly call?: string;
  /** The organization's own rules for what agents write, which must be followed. */
  readonly rules?: true;
  /** Its share of the budget, relative to the others. */
  readonly share: number;
}

/** A text written by someone. */
export interface TextEnclosure {
  /** Its description, in our words. */
  readonly title: string;
  readonly text: string;
  /** What to do if it was cut; a sentence. */
  readonly continuation: string;
  readonly share: number;
}

/** The tools whose results a prompt can include. All are read-only. */
type EnclosableTool =
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

/** A page with the day of its last edit, such as 2026-01-31. */
export interface DatedPage {
  readonly id: string;
  readonly title: string;
  readonly path: string | undefined;
  readonly day: string | undefined;
}

/** Lookups for prompts. Errors for unmatched names list candidates for the person. */
export interface Lookups {
  space(named: string): Promise<FoundSpace>;
  changeRequest(named: string, space: string | undefined): Promise<FoundChangeRequest>;
  issueCluster(named: string, organization: string | undefined): Promise<FoundCluster>;
  /** Id of the named organization or, if none is named, of the only one; undefined if there are several. */
  organization(named: string | undefined): Promise<string | undefined>;
  language(named: string): Promise<FoundLanguage>;
  openapiSlug(written: string): Promise<string>;
  /** The documents of a space, least recently edited first. */
  pagesByAge(space: string): Promise<readonly DatedPage[]>;
}

/** A tool's result, or why there is none; written for an agent, with text by others fenced. */
export interface ToolOutcome {
  readonly text: string;
  readonly failed: boolean;
}

/** What prompts can use while they are written. */
export interface PromptContext extends ToolContext {
  /** Whether a tool can be called on this request's surface. */
  has(tool: string): boolean;
  /** Whether another listed tool can do what an unlisted tool does. */
  may(tool: string): boolean;
  /** The result of a read-only tool, within a number of tokens. Rejects only if the request is cancelled. */
  callTool(tool: EnclosableTool, args: Readonly<Record<string, unknown>>, tokens: number): Promise<ToolOutcome>;
}

/** The organization's instructions for agents; nothing while the organization is not known. */
export function houseRules(organization: string | undefined): Enclosure[] {
  if (organization === undefined) return [];
  return [
    { tool: "show_organization", arguments: { about: "agent_instructions", organization }, rules: true, share: 2 },
  ];
}
