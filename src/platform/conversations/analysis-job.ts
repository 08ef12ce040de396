import { setImmediate as immediate } from "node:timers/promises";
import type { JobKind, RunningJob } from "../jobs/job-kind.ts";
import { replaceIssues } from "../store/conversation-issues.ts";
import {
  countPendingConversations,
  findConversations,
  listPendingConversations,
  updateConversation,
} from "../store/conversations.ts";
import { createId } from "../store/ids.ts";
import { changedIssues, setChangedIssues } from "../store/issue-clusters.ts";
import type { Row } from "../store/tables.ts";
import { type ClusterText, describeByTerms, frequencies } from "./describe-cluster.ts";
import { extractIssues } from "./extract-issues.ts";
import type { FoundIssue, Talk } from "./found-issue.ts";
import { gravest } from "./impact.ts";
import { type KnownIssues, readKnownIssues } from "./known-issues.ts";
import { type ClusterPlan, planClusters } from "./plan-clusters.ts";
import { storeClusters } from "./store-clusters.ts";

export interface AnalysisInput {
  readonly organization: string;
}

/** Conversations whose issues are stored at once. */
const portion = 50;
/** Milliseconds of work after which others get their turn. */
const longestTurn = 10;

/**
 * Looks for the issues of conversations that came or changed, then puts the issues of the organization together. What
 * is found is stored as it is found, so that a job that is begun again goes on where it was.
 */
export const analysisJob: JobKind<AnalysisInput> = {
  time: 30 * 60_000,
  async run({ organization }, job) {
    const conversations = await findIssues(organization, job);
    job.progress(conversations, conversations, "Grouping");
    const known = await readKnownIssues(job, organization);
    const breathe = turns(job.signal);
    const plan = await planClusters(known, breathe);
    const descriptions = await describe(known, plan);
    return async (context) => {
      await storeClusters(context, organization, known, plan, descriptions);
      return { conversations, issues: known.issues.length, clusters: plan.clusters.length };
    };
  },
};

async function findIssues(organization: string, job: RunningJob): Promise<number> {
  const total = await job.read(({ queries }) => countPendingConversations(queries, organization));
  let done = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    const rows = await job.read(({ queries }) => listPendingConversations(queries, organization, from, portion));
    const found = rows.map((row) => ({ row, issues: extractIssues(talkOf(row)) }));
    await storeIssues(job, organization, found);
    done += rows.length;
    job.progress(done, Math.max(total, done), "Looking for issues");
    after = rows.length < portion ? undefined : rows.at(-1)?.id;
    await immediate();
  }
  return done;
}

const talkOf = (row: Row<"conversation">): Talk => ({
  id: row.id,
  subject: row.subject ?? undefined,
  parts: JSON.parse(row.parts) as Talk["parts"],
});

/** Stores what was found in conversations that have not changed meanwhile; the others stay to be looked at. */
async function storeIssues(
  job: RunningJob,
  organization: string,
  found: readonly { readonly row: Row<"conversation">; readonly issues: readonly FoundIssue[] }[],
): Promise<void> {
  if (found.length === 0) return;
  await job.step(async ({ queries, now }) => {
    const present = await findConversations(
      queries,
      organization,
      found.map(({ row }) => row.id),
    );
    let changed = await changedIssues(queries, organization);
    for (const { row, issues } of found) {
      const conversation = present.get(row.id);
      if (conversation?.version !== row.version || conversation.pending === 0) continue;
      const facts = { organization, conversation: row.id, source: row.source };
      const times = { created_at: row.created_at, ingested_at: row.ingested_at };
      await replaceIssues(
        queries,
        row,
        issues.map(({ title, details, impact, terms }, position) => ({
          ...facts,
          ...times,
          position,
          title,
          details: JSON.stringify(details),
          impact,
          terms: JSON.stringify(terms),
        })),
        createId,
      );
      changed += issues.length;
      await updateConversation(queries, row, {
        pending: 0,
        analysis: "terms",
        processed_at: now,
        impact: gravest(issues.map(({ impact }) => impact)) ?? null,
      });
    }
    await setChangedIssues(queries, organization, changed);
  });
}

/** Texts for the clusters that are new or have other issues than before. */
async function describe(known: KnownIssues, plan: ClusterPlan) {
  const issues = new Map(known.issues.map((issue) => [issue.id, issue]));
  const clusters = new Map(known.clusters.map((cluster) => [cluster.id, cluster]));
  const frequency = frequencies(known.issues.map(({ terms }) => terms));
  return plan.clusters.map(({ id, issues: members }): (ClusterText & { by: "terms" }) | undefined => {
    const found = members.flatMap((member) => issues.get(member) ?? []);
    const before = id === undefined ? undefined : clusters.get(id);
    if (before?.issues === found.length && found.every(({ cluster }) => cluster === id)) return undefined;
    return { ...describeByTerms(found, frequency, known.issues.length), by: "terms" };
  });
}

/** Gives way to other work of the process now and then, and ends when the job is stopped. */
function turns(signal: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longestTurn) return;
    signal.throwIfAborted();
    await immediate();
    began = performance.now();
  };
}
