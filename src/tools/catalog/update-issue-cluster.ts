import { z } from "zod";
import { issueClusters } from "../../contract/operations/issue-clusters.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { webAddressNote } from "../../present/web-address.ts";
import type { ToolResult } from "../../resolve/context.ts";
import { clusterName, findIssueCluster } from "../../resolve/in-organization.ts";
import { findOrganization } from "../../resolve/spaces.ts";
import { defineTool, named } from "../tool.ts";

export const updateIssueCluster = defineTool({
  name: "update_issue_cluster",
  title: "Mute or unmute an issue cluster",
  description: "Mute or unmute an issue cluster. A muted one gets no change request.",
  toolset: "conversations",
  uses: [issueClusters.update, issueClusters.get, issueClusters.list, organizations.list],
  input: {
    cluster: named.issueCluster,
    muted: z.boolean(),
    organization: named.organization.optional(),
  },
  async run({ cluster: name, muted, organization }, context): Promise<ToolResult> {
    const { client, signal } = context;
    const { id: organizationId } = await findOrganization(organization, context);
    const cluster = await findIssueCluster(name, organizationId, context);
    await client.issueClusters.update({ organizationId, clusterId: cluster.id, muted }, { signal });
    const state = muted ? "muted: no change request is proposed" : "not muted: change requests may be proposed";
    const text = `Issue cluster ${clusterName(cluster)} (${cluster.id}) is ${state} for it.`;
    return { text: [text, ...webAddressNote(cluster)].join("\n") };
  },
});
