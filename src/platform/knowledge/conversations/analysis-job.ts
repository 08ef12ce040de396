import { setImmediate as immediate } from "node:timers/promises";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { JobKind, RunningJob } from "../../kernel/jobs/job-kind.ts";
import { type ModelSettings, openModel } from "../../kernel/language-model/index.ts";
import { Analyst } from "./analyst.ts";
import { describeByTerms, frequencies } from "./describe-cluster.ts";
import { findIssues } from "./find-issues.ts";
import { type KnownIssue, type KnownIssues, readKnownIssues } from "./known-issues.ts";
import { askForLabel } from "./model/ask-for-label.ts";
import {
  type ClusterDescription,
  type ClusterPlan,
  type Descriptions,
  planClusters,
  storeClusters,
} from "./plan-clusters.ts";
import { readRelatedPages } from "./related-pages.ts";

export interface AnalysisInput {
  readonly organization: string;
}

const minute = 60_000;

/** Share of the tokens, and time, that finding issues leaves for naming clusters. */
const means = { issues: { tokens: 0.8, time: 15 * minute }, labels: { time: 8 * minute } };

/**
 * Finds the issues of new or changed conversations, then groups the organization's issues. Results are stored as they
 * are found, so that a restarted job continues where it stopped.
 */
export const analysisJob: JobKind<AnalysisInput> = {
  time: 30 * minute,
  async run({ organization }, job) {
    const { settings, conversations } = await job.read(async (context) => ({
      settings: context.model,
      conversations: context.conversations,
    }));
    const forIssues = settings && modelFor(settings, job, settings.tokens * means.issues.tokens, means.issues.time);
    const reader = new Analyst(forIssues, conversations);
    const found = await findIssues(organization, reader, job);
    job.progress(found.conversations, found.conversations, "Grouping");
    const known = await readKnownIssues(job, organization);
    const timeSlices = new TimeSlices(job.signal);
    const yieldIfDue = () => timeSlices.yieldIfDue();
    const plan = await planClusters(known, () => readRelatedPages(job, organization, yieldIfDue), yieldIfDue);
    const left = settings && settings.tokens * (1 - means.issues.tokens) + (forIssues?.tokensLeft ?? 0);
    const forLabels = settings && modelFor(settings, job, left ?? 0, means.labels.time);
    const namer = new Analyst(forLabels, conversations);
    const descriptions = await describeClusters(known, plan, namer);
    const problem = reader.problem ?? namer.problem;
    if (problem !== undefined) job.log(`${problem.message} The rest was done with text statistics.`);
    return async (context) => {
      await storeClusters(context, organization, known, plan, descriptions);
      return { ...found, issues: known.issues.length, clusters: plan.clusters.length };
    };
  },
};

const modelFor = (settings: ModelSettings, { signal, step }: RunningJob, tokens: number, time: number) =>
  openModel(settings, { signal, write: step, tokens: Math.floor(tokens), time });

/** The share of a cluster's issues that must change before a model names it again. */
const renamedShare = 0.25;

const maxConcurrentRequests = 4;

/** Texts for clusters that are new, have changed, or have not been named by a model. */
async function describeClusters(known: KnownIssues, plan: ClusterPlan, analyst: Analyst): Promise<Descriptions> {
  const issues = new Map(known.issues.map((issue) => [issue.id, issue]));
  const clusters = new Map(known.clusters.map((cluster) => [cluster.id, cluster]));
  const frequency = frequencies(known.issues.map(({ terms }) => terms));

  async function describe({ id, issues: members }: ClusterPlan["clusters"][number]) {
    const found = members.flatMap((member) => issues.get(member) ?? []);
    const before = id === undefined ? undefined : clusters.get(id);
    const isSame = before?.issues === found.length && found.every(({ cluster }) => cluster === id);
    const isGrown = before !== undefined && hasGrown(before, found.length);
    const isNamed = before?.described_by === "model" && !isGrown;
    if (isNamed) return undefined;
    const isAskable = before?.described_by !== "instead" || isGrown;
    if (isSame && !(analyst.isAvailable && isAskable)) return undefined;
    return isAskable ? describeByModel(found) : byTerms(found, "instead");
  }

  async function describeByModel(found: readonly KnownIssue[]): Promise<ClusterDescription> {
    const reply = await askForLabel(analyst, found);
    if (!("answer" in reply)) return byTerms(found, reply.declined === "text" ? "instead" : "terms");
    return { ...reply.answer, icon: byTerms(found, "terms").icon, by: "model" };
  }

  const byTerms = (found: readonly KnownIssue[], by: "terms" | "instead"): ClusterDescription => ({
    ...describeByTerms(found, frequency, known.issues.length),
    by,
  });

  const descriptions: (ClusterDescription | undefined)[] = [];
  for (let at = 0; at < plan.clusters.length; at += maxConcurrentRequests) {
    descriptions.push(...(await Promise.all(plan.clusters.slice(at, at + maxConcurrentRequests).map(describe))));
    await immediate();
  }
  return descriptions;
}

function hasGrown({ described_issues: then }: Row<"issue_cluster">, now: number): boolean {
  return Math.abs(now - then) >= then * renamedShare;
}
