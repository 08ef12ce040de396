import type { GetPromptResult, ListPromptsResult } from "@modelcontextprotocol/server";
import type { Completion } from "../resolve/completion.ts";
import { findBrokenLinksAndStalePages } from "./find-broken-links-and-stale-pages.ts";
import type { Prompt, PromptContext } from "./prompt.ts";
import { publishApiReference } from "./publish-api-reference.ts";
import { reviewChangeRequest } from "./review-change-request.ts";
import { translateSpace } from "./translate-space.ts";
import { triageIssueClusters } from "./triage-issue-clusters.ts";
import { updateDocsFromCodeChange } from "./update-docs-from-code-change.ts";
import { writePage } from "./write-page.ts";

/** All prompts, most likely first. They are only text; code that reads and resolves loads on first use. */
export const prompts: readonly Prompt[] = [
  updateDocsFromCodeChange,
  writePage,
  reviewChangeRequest,
  triageIssueClusters,
  translateSpace,
  publishApiReference,
  findBrokenLinksAndStalePages,
];

export const isPrompt = (name: string): boolean => prompts.some((prompt) => prompt.name === name);

/** The result of `prompts/list`. */
export function listPrompts(): ListPromptsResult["prompts"] {
  return prompts.map(({ name, title, description, arguments: all }) => ({
    name,
    title,
    description,
    arguments: Object.entries(all).map(([argument, { description: meaning, required = false }]) => {
      return { name: argument, description: meaning, required };
    }),
  }));
}

/** A prompt with its arguments filled in. Throws the protocol's error for a missing or unmatched argument. */
export async function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  context: PromptContext,
): Promise<GetPromptResult> {
  const { writePrompt } = await import("./write-prompt.ts");
  return writePrompt(name, args, prompts, context);
}

/** Completions for the start of an argument; none for free text. */
export async function completePromptArgument(
  name: string,
  argument: { readonly name: string; readonly value: string },
  others: Readonly<Record<string, string>>,
  context: Pick<PromptContext, "client" | "signal">,
): Promise<Completion> {
  const { completeArgument } = await import("./complete-argument.ts");
  return completeArgument(name, argument, others, prompts, context);
}
