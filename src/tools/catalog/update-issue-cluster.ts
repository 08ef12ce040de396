import { z } from "zod";
import { issueClusters } from "../../contract/operations/issue-clusters.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { quoted } from "../present/name.ts";
import { named } from "../resolve/arguments.ts";
import { findIssueCluster } from "../resolve/issue-cluster.ts";
import { findOrganization } from "../resolve/organization.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";

export const updateIssueCluster = defineTool({
  name: "update_issue_cluster",
  title: "Mute or unmute an issue cluster",
  description: "Mute a cluster of issues, so that no change request is proposed for it, or unmute it.",
  toolset: "conversations",
  uses: [issueClusters.update, issueClusters.get, issueClusters.list, organizations.list],
  input: {
    cluster: named.issueCluster,
    muted: z.boolean(),
    organization: named.organization.optional(),
  },
  async run({ cluster: name, muted, organization }, context): Promise<ToolAnswer> {
    const { client, signal } = context;
    const { id: organizationId } = await findOrganization(organization, context);
    const { id, label } = await findIssueCluster(name, organizationId, context);
    await client.issueClusters.update({ organizationId, clusterId: id, muted }, { signal });
    const state = muted ? "muted: no change request is proposed" : "not muted: change requests may be proposed";
    const text = `Issue cluster ${quoted(label)} (${id}) is ${state} for it.`;
    return { text };
  },
});
