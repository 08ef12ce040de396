import { paginate } from "../../client/paginate.ts";
import type { ToolContext } from "../tool.ts";

/** Issues looked through. */
const mostIssues = 5000;
const portion = 1000;
const day = 24 * 60 * 60 * 1000;

export interface RecentIssues {
  /** How many issues of each cluster came up in the time. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether there are more issues than were looked through. */
  readonly isCut: boolean;
}

/** The time so many days ago. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString();

export const isSince = (time: string, since: string): boolean => Date.parse(time) >= Date.parse(since);

/** Counts the issues from a time on. A list that has the newest first is read as far as that. */
export async function countRecentIssues(
  organizationId: string,
  since: string,
  { client, signal }: ToolContext,
): Promise<RecentIssues> {
  const counts = new Map<string, number>();
  let seen = 0;
  let isSorted = true;
  let last = Number.POSITIVE_INFINITY;
  const query = { organizationId, limit: portion };
  for await (const { issue } of paginate(client.conversationIssues.list, query, { signal })) {
    const created = Date.parse(issue.createdAt);
    isSorted &&= created <= last;
    last = created;
    const isRecent = isSince(issue.createdAt, since);
    if (isRecent && issue.cluster !== undefined) counts.set(issue.cluster, (counts.get(issue.cluster) ?? 0) + 1);
    seen += 1;
    if (seen % portion === 0 && isSorted && !isRecent) break;
    if (seen === mostIssues) return { counts, isCut: true };
  }
  return { counts, isCut: false };
}
