import { readPart } from "../organization/part.ts";
import { counted } from "../present/count.ts";
import type { ToolContext } from "../tool.ts";

/** Conversations looked at, the newest first. */
const mostSeen = 100;

/** How far the analysis is: what to say of it, and what there is besides clusters. Empty where the service does not tell. */
export interface AnalysisState {
  readonly waiting: string | undefined;
  /** Conversations of the organization, as far as they were counted. */
  readonly conversations: number;
}

export async function readAnalysisState(
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<AnalysisState> {
  const part = await readPart(client.conversations.list({ organizationId, limit: mostSeen }, { signal }));
  if ("refusal" in part) return { waiting: undefined, conversations: 0 };
  const { items, next } = part.found;
  const count = items.filter(({ processedAt }) => processedAt === undefined).length;
  const among = (next ?? undefined) === undefined ? "" : ` of the newest ${items.length}`;
  const waiting =
    count === 0
      ? undefined
      : `${counted(count, "conversation")}${among} ${count === 1 ? "waits" : "wait"} to be analyzed: list again in a moment.`;
  return { waiting, conversations: items.length };
}
