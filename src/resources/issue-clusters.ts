import { clusterChoice, organizationChoice } from "./choices.ts";
import { defineFamily } from "./resource.ts";
import { toolText } from "./tool-text.ts";

export const issueClusters = defineFamily({
  template: {
    uriTemplate: "docs://orgs/{org}/issue-clusters/{cluster}",
    name: "issue_cluster",
    title: "Issue cluster",
    description: "Like issues from support conversations: a summary, the issues, and what people wrote",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.5 },
  },
  async read({ org, cluster }, { client, signal, tools, answerTokens }) {
    const found = await client.issueClusters.get({ organizationId: org, clusterId: cluster }, { signal });
    const call = { tool: "list_issue_clusters", arguments: { cluster: found.id, organization: org } };
    return toolText(call, answerTokens, (tokens) => tools.showIssueCluster(org, found.id, tokens));
  },
  source: ({ org, cluster }) => ({
    key: `issue cluster ${org} ${cluster}`,
    async look({ client, signal }) {
      const found = await client.issueClusters.get({ organizationId: org, clusterId: cluster }, { signal });
      return JSON.stringify([found.updatedAt, found.label, found.muted, found.impact, found.stats]);
    },
  }),
  choices: { org: organizationChoice, cluster: clusterChoice },
});
