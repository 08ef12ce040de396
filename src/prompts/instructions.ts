import { cut, estimateTokens } from "../tools/present/budget.ts";
import type { Draft, NamedTool, Step } from "./prompt.ts";
import type { PromptContext } from "./prompt-context.ts";

type Tools = Pick<PromptContext, "has" | "may">;

/** What to search the operations for where a tool is not there, and whether it only reads. */
export const substitutes: Readonly<Record<NamedTool, { readonly task: string; readonly reads: boolean }>> = {
  list_spaces: { task: "list the spaces of an organization", reads: true },
  list_pages: { task: "read a space's page tree", reads: true },
  search_docs: { task: "search the content", reads: true },
  read_page: { task: "read one page", reads: true },
  show_changes: { task: "list what a change request changes", reads: true },
  list_comments: { task: "list the comments of a change request", reads: true },
  list_issue_clusters: { task: "list clusters of issues", reads: true },
  show_organization: { task: "list what an organization has", reads: true },
  read_operation: { task: "list links", reads: true },
  open_change_request: { task: "start a change request", reads: false },
  edit_page: { task: "change the content of a change request", reads: false },
  write_pages: { task: "change the content of a change request", reads: false },
  post_comment: { task: "comment on a change request", reads: false },
  merge_change_request: { task: "merge a change request", reads: false },
  update_issue_cluster: { task: "mute a cluster of issues", reads: false },
  translate_space: { task: "run a translation", reads: false },
  publish_openapi_spec: { task: "create an OpenAPI specification", reads: false },
  update_site: { task: "publish a site", reads: false },
};

/**
 * What the agent is to do, in the order of the steps, with the tools of this surface alone, in at most so many tokens.
 * Where that is too little, steps are cut off; what a person decides stays.
 */
export function instructionsOf({ task, steps, report, decision }: Draft, surface: Tools, tokens: number): string {
  const tools = decision.tools.filter(surface.has);
  const carriedOut = tools.length === 0 ? "Leave it to them." : `Only after that, if at all: ${tools.join(", ")}.`;
  const end = `Then stop and report to the person: ${report}. The person decides ${decision.what}. ${carriedOut}`;
  const beginning = [task, "", ...steps.map((step, index) => `${index + 1}. ${lineOf(step, surface)}`)].join("\n");
  return `${cut(beginning, tokens - estimateTokens(end) - 2, "(cut to the answer budget)").text}\n\n${end}`;
}

function lineOf({ goal, tool, how }: Step, { has, may }: Tools): string {
  if (tool === undefined || has(tool)) return how === undefined ? `${goal}.` : `${goal}: ${how}`;
  const { task, reads } = substitutes[tool];
  if (may(tool) && has("find_operations") && has(reads ? "read_operation" : "write_operation")) {
    return `${goal}: find_operations with "task": "${task}" names the operation.`;
  }
  return reads
    ? `${goal}: no tool does that here, so ask the person.`
    : `${goal}: no tool does that here, so say what it would be.`;
}
