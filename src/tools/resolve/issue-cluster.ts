import { quotedExcerpt } from "../../client/excerpt.ts";
import { paginate } from "../../client/paginate.ts";
import type { IssueCluster } from "../../contract/models/issue-cluster.ts";
import { quoted } from "../present/name.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { candidateLines } from "./candidates.ts";
import { looksLikeId, lookUp } from "./lookup.ts";
import { fold, type Kind, pick } from "./pick.ts";

const clusterKind: Kind = {
  one: "issue cluster",
  many: "issue clusters",
  none: "ingest_conversations sends the conversations that clusters are made from.",
};
/** Clusters looked at for a label; one beyond them is named by its id. */
const mostClusters = 1000;

export type FoundCluster = IssueCluster & {
  /** The label it was named by, where that is one it no longer has. */
  readonly formerLabel?: string;
};

/** A cluster by its id, its label, or a label it had before. Throws ToolError with candidates. */
export async function findIssueCluster(
  named: string,
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<FoundCluster> {
  const id = named.trim();
  const found = looksLikeId(id)
    ? await lookUp(client.issueClusters.get({ organizationId, clusterId: id }, { signal }))
    : undefined;
  if (found !== undefined) return found;
  const clusters: (IssueCluster & { title: string })[] = [];
  for await (const cluster of paginate(client.issueClusters.list, { organizationId, limit: 100 }, { signal })) {
    if (clusters.push({ ...cluster, title: cluster.label }) >= mostClusters) break;
  }
  const wanted = fold(named);
  const former = clusters.some(({ label }) => fold(label) === wanted) ? [] : formerlyNamed(wanted, clusters);
  const [only] = former;
  if (only === undefined) return pick(named, clusters, clusterKind);
  if (former.length === 1) return only;
  throw new ToolError(
    `${former.length} issue clusters were called ${quotedExcerpt(named, 200)} before. Name one by its id:\n${candidateLines(former)}`,
  );
}

/** The clusters that had a label before. */
const formerlyNamed = <Found extends IssueCluster>(wanted: string, clusters: readonly Found[]) =>
  clusters.flatMap((cluster) => {
    const formerLabel = cluster.formerLabels?.find((label) => fold(label) === wanted);
    return formerLabel === undefined ? [] : [{ ...cluster, formerLabel }];
  });

/** Its label, and the former one where it was named by that. */
export const clusterName = ({ label, formerLabel }: Pick<FoundCluster, "label" | "formerLabel">): string =>
  formerLabel === undefined ? quoted(label) : `${quoted(label)}, formerly ${quoted(formerLabel)}`;
