import { paginate } from "../../client/paginate.ts";
import type { IssueCluster } from "../../contract/models/issue-cluster.ts";
import type { ToolContext } from "../tool.ts";
import { looksLikeId, lookUp } from "./lookup.ts";
import { type Kind, pick } from "./pick.ts";

const clusterKind: Kind = {
  one: "issue cluster",
  many: "issue clusters",
  none: "ingest_conversations sends the conversations that clusters are made from.",
};
/** Clusters looked at for a label; one beyond them is named by its id. */
const mostClusters = 1000;

/** A cluster by its id or label. Throws ToolError with candidates. */
export async function findIssueCluster(
  named: string,
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<IssueCluster> {
  const id = named.trim();
  const found = looksLikeId(id)
    ? await lookUp(client.issueClusters.get({ organizationId, clusterId: id }, { signal }))
    : undefined;
  if (found !== undefined) return found;
  const clusters: (IssueCluster & { title: string })[] = [];
  for await (const cluster of paginate(client.issueClusters.list, { organizationId, limit: 100 }, { signal })) {
    if (clusters.push({ ...cluster, title: cluster.label }) >= mostClusters) break;
  }
  return pick(named, clusters, clusterKind);
}
