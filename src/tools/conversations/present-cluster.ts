import type { IssueCluster } from "../../contract/models/issue-cluster.ts";
import { counted } from "../present/count.ts";
import { oneLine, quoted } from "../present/name.ts";

const recentWeeks = 4;
const mostSources = 3;

/** Label, id and figures of a cluster in one line. */
export function clusterLine(cluster: IssueCluster, more: readonly string[] = []): string {
  return `- ${oneLine(cluster.label)} (id ${cluster.id}, ${[...clusterFacts(cluster), ...more].join(", ")})`;
}

export function clusterFacts({ impact, stats, weeklyPulse, sources, muted, updatedAt }: IssueCluster): string[] {
  return [
    ...(impact === undefined ? [] : [`impact ${impact}`]),
    `${counted(stats.issues, "issue")} in ${counted(stats.conversations, "conversation")}`,
    ...pulse(weeklyPulse ?? []),
    ...largest(sources ?? {}),
    `updated ${updatedAt.slice(0, 10)}`,
    ...(muted ? ["muted"] : []),
  ];
}

/** What the last weeks brought against those before them. */
function pulse(weeks: readonly number[]): string[] {
  if (weeks.length <= recentWeeks) return [];
  const sum = (some: readonly number[]) => some.reduce((total, count) => total + count, 0);
  const [recent, before] = [sum(weeks.slice(-recentWeeks)), sum(weeks.slice(0, -recentWeeks))];
  if (before === 0 && recent > 0) return [`all in the last ${recentWeeks} weeks`];
  return [`${recent} in the last ${recentWeeks} weeks after ${before} in the ${weeks.length - recentWeeks} before`];
}

function largest(sources: Readonly<Record<string, number>>): string[] {
  const sorted = Object.entries(sources).sort(([, one], [, other]) => other - one);
  if (sorted.length === 1) return [`from ${quoted(sorted[0]?.[0] ?? "")}`];
  const named = sorted.slice(0, mostSources).map(([name, count]) => `${quoted(name)} ${count}`);
  return named.length === 0 ? [] : [`from ${named.join(", ")}`];
}
