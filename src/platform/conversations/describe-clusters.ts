import { setImmediate as immediate } from "node:timers/promises";
import type { Row } from "../kernel/database/tables.ts";
import type { Analyst } from "./analyst.ts";
import { describeByTerms, frequencies } from "./describe-cluster.ts";
import type { KnownIssue, KnownIssues } from "./known-issues.ts";
import { askForLabel } from "./model/ask-for-label.ts";
import type { ClusterPlan } from "./plan-clusters.ts";
import type { ClusterDescription, Descriptions } from "./store-clusters.ts";

/** A model is asked again once so large a share of a cluster's issues has come or gone. */
const renamedShare = 0.25;

const askedAtOnce = 4;

/** Texts for the clusters that are new or have other issues than before, and for those that a model has not named. */
export async function describeClusters(known: KnownIssues, plan: ClusterPlan, analyst: Analyst): Promise<Descriptions> {
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
