import { setImmediate as immediate } from "node:timers/promises";
import type { RunningJob } from "../jobs/job-kind.ts";
import { type IssueFacts, listIssueFacts } from "../store/conversation-issues.ts";
import { allIssueClusters, changedIssues } from "../store/issue-clusters.ts";
import type { Row } from "../store/tables.ts";
import type { TermCounts } from "./terms.ts";

export type KnownIssue = Omit<IssueFacts, "terms"> & { readonly terms: TermCounts };

/** All issues and clusters of an organization. */
export interface KnownIssues {
  readonly issues: readonly KnownIssue[];
  readonly clusters: readonly Row<"issue_cluster">[];
  /** Issues that came or changed since all were put together anew. */
  readonly changed: number;
}

const portion = 1_000;

/** Nothing else changes issues and clusters while a job of the lane runs, so that reading in portions is sound. */
export async function readKnownIssues(job: RunningJob, organization: string): Promise<KnownIssues> {
  const issues: KnownIssue[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    const rows = await job.read(({ queries }) => listIssueFacts(queries, organization, from, portion));
    for (const row of rows) issues.push({ ...row, terms: JSON.parse(row.terms) as TermCounts });
    after = rows.length < portion ? undefined : rows.at(-1)?.id;
    await immediate();
  }
  const rest = await job.read(async ({ queries }) => ({
    clusters: await allIssueClusters(queries, organization),
    changed: await changedIssues(queries, organization),
  }));
  return { issues, ...rest };
}
