import { setImmediate as immediate } from "node:timers/promises";
import type { Row } from "../kernel/database/tables.ts";
import type { JobKind, RunningJob } from "../kernel/jobs/job-kind.ts";
import { Turns } from "../kernel/turns.ts";
import { type ModelSettings, openModel } from "../language-model/index.ts";
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

/** Finding issues leaves this share of the tokens, and so much time, to naming clusters. */
const means = { issues: { tokens: 0.8, time: 15 * minute }, labels: { time: 8 * minute } };

/**
 * Looks for the issues of conversations that came or changed, then puts the issues of the organization together. What
 * is found is stored as it is found, so that a job that is begun again goes on where it was.
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
    const turns = new Turns(job.signal);
    const breathe = () => turns.pass();
    const plan = await planClusters(known, () => readRelatedPages(job, organization, breathe), breathe);
    const left = settings && settings.tokens * (1 - means.issues.tokens) + (forIssues?.tokensLeft ?? 0);
    const forLabels = settings && modelFor(settings, job, left ?? 0, means.labels.time);
    const namer = new Analyst(forLabels, conversations);
    const descriptions = await describeClusters(known, plan, namer);
    const problem = reader.problem ?? namer.problem;
    if (problem !== undefined) job.log(`${problem.message} Text statistics did what it did not.`);
    return async (context) => {
      await storeClusters(context, organization, known, plan, descriptions);
      return { ...found, issues: known.issues.length, clusters: plan.clusters.length };
    };
  },
};

const modelFor = (settings: ModelSettings, { signal, step }: RunningJob, tokens: number, time: number) =>
  openModel(settings, { signal, write: step, tokens: Math.floor(tokens), time });

/** A model is asked again once so large a share of a cluster's issues has come or gone. */
const renamedShare = 0.25;

const askedAtOnce = 4;

/** Texts for the clusters that are new or have other issues than before, and for those that a model has not named. */
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
    if (isSame && !(analyst.answers && isAskable)) return undefined;
    return isAskable ? describeByModel(found) : byTerms(found, "instead");
  }

  async function describeByModel(found: readonly KnownIssue[]): Promise<ClusterDescription> {
    const said = await askForLabel(analyst, found);
    if (!("answer" in said)) return byTerms(found, said.declined === "text" ? "instead" : "terms");
    return { ...said.answer, icon: byTerms(found, "terms").icon, by: "model" };
  }

  const byTerms = (found: readonly KnownIssue[], by: "terms" | "instead"): ClusterDescription => ({
    ...describeByTerms(found, frequency, known.issues.length),
    by,
  });

  const descriptions: (ClusterDescription | undefined)[] = [];
  for (let at = 0; at < plan.clusters.length; at += askedAtOnce) {
    descriptions.push(...(await Promise.all(plan.clusters.slice(at, at + askedAtOnce).map(describe))));
    await immediate();
  }
  return descriptions;
}

function hasGrown({ described_issues: then }: Row<"issue_cluster">, now: number): boolean {
  return Math.abs(now - then) >= then * renamedShare;
}
