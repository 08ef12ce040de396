import type { JobKind, RunningJob } from "../kernel/jobs/job-kind.ts";
import { Turns } from "../kernel/turns.ts";
import { type ModelSettings, openModel } from "../language-model/index.ts";
import { Analyst } from "./analyst.ts";
import { describeClusters } from "./describe-clusters.ts";
import { findIssues } from "./find-issues.ts";
import { readKnownIssues } from "./known-issues.ts";
import { planClusters } from "./plan-clusters.ts";
import { readRelatedPages } from "./related-pages.ts";
import { storeClusters } from "./store-clusters.ts";

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
