import type { IssueCluster } from "../../contract/models/issue-cluster.ts";
import { oneLine } from "../present/name.ts";

const recentWeeks = 4;

/** Label, id and figures of a cluster in one line. */
export function clusterLine(cluster: IssueCluster): string {
  return `- ${oneLine(cluster.label)} (id ${cluster.id}, ${clusterFacts(cluster).join(", ")})`;
}

export function clusterFacts({ impact, stats, weeklyPulse, sources, muted, updatedAt }: IssueCluster): string[] {
  const named = Object.entries(sources ?? {}).sort(([, one], [, other]) => other - one);
  return [
    ...(impact === undefined ? [] : [`impact ${impact}`]),
    `${stats.issues} issues in ${stats.conversations} conversations`,
    ...pulse(weeklyPulse ?? []),
    ...(named.length === 0
      ? []
      : [
          `from ${named
            .slice(0, 3)
            .map(([name, count]) => `${oneLine(name, 60)} ${count}`)
            .join(", ")}`,
        ]),
    `updated ${updatedAt.slice(0, 10)}`,
    ...(muted ? ["muted"] : []),
  ];
}

/** What the last weeks brought against those before them. */
function pulse(weeks: readonly number[]): string[] {
  if (weeks.length <= recentWeeks) return [];
  const sum = (some: readonly number[]) => some.reduce((total, count) => total + count, 0);
  const recent = sum(weeks.slice(-recentWeeks));
  return [
    `${recent} in the last ${recentWeeks} weeks after ${sum(weeks.slice(0, -recentWeeks))} in the ${weeks.length - recentWeeks} before`,
  ];
}
