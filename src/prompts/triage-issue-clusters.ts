import { definePrompt, type Enclosure, houseRules } from "./prompt.ts";

export const triageIssueClusters = definePrompt({
  name: "triage_issue_clusters",
  title: "Triage issue clusters",
  description: "Sort what support conversations complain about, and turn what documentation can solve into edits.",
  arguments: {
    organization: { description: "Organization; needed only among several", names: "organization" },
    cluster: { description: "One cluster: label or id; the largest ones when left out", names: "issue_cluster" },
  },
  async draft({ organization: named, cluster: clusterName }, lookups) {
    const cluster = clusterName === undefined ? undefined : await lookups.issueCluster(clusterName, named);
    const organization = cluster?.organization ?? (await lookups.organization(named));
    const within = organization === undefined ? "" : `"organization": "${organization}"`;
    return {
      task: formatTask(cluster?.id, organization),
      steps: [
        ...(cluster === undefined
          ? [
              {
                goal: "Choose at most five, by impact, size and growth",
                tool: "list_issue_clusters" as const,
                how: `list_issue_clusters with ${[within, '"order_by": "issues"'].filter((part) => part !== "").join(", ")}.`,
              },
            ]
          : []),
        {
          goal: "Read what people wrote, not only the summary",
          tool: "list_issue_clusters",
          how: `list_issue_clusters with "cluster": ${cluster === undefined ? "each of them" : `"${cluster.id}"`}${within === "" ? "" : `, ${within}`}.`,
        },
        {
          goal: "See what the documentation says today",
          tool: "search_docs",
          how: "search_docs in the words people used.",
        },
        { goal: "Judge the pages found", tool: "read_page", how: "read_page." },
        {
          goal: "Name the cause",
          how: "nothing written, wrong, unclear, hard to find, or a fault of the product that no page cures.",
        },
        { goal: "Choose the space each belongs in", tool: "list_spaces", how: "list_spaces." },
        {
          goal: "Open a change request for each cluster a page would cure",
          tool: "open_change_request",
          how: 'open_change_request with "issue_cluster".',
        },
        { goal: "Repair passages", tool: "edit_page", how: "edit_page." },
        { goal: "Add what is missing", tool: "write_pages", how: "write_pages." },
        { goal: "Check the edits", tool: "show_changes", how: "show_changes." },
      ],
      report: "each cluster with its cause, its change request, or who else should act",
      decision: {
        what: "what to merge, and which clusters to mute",
        tools: ["merge_change_request", "update_issue_cluster"],
      },
      enclosures: [
        ...clusterEnclosures(cluster?.id, organization),
        { tool: "list_spaces", arguments: {}, share: 1 },
        ...houseRules(organization),
      ],
    };
  },
});

function formatTask(cluster: string | undefined, organization: string | undefined): string {
  if (cluster !== undefined) return `Find out whether documentation can solve issue cluster ${cluster}, and draft it.`;
  const where =
    organization === undefined
      ? " There are several organizations: ask the person which one is meant."
      : ` Work in organization ${organization}.`;
  return `Find out which issues that support conversations raise documentation can solve, and draft it.${where}`;
}

function clusterEnclosures(cluster: string | undefined, organization: string | undefined): Enclosure[] {
  if (organization === undefined) return [];
  const which = cluster === undefined ? { order_by: "issues" } : { cluster };
  return [{ tool: "list_issue_clusters", arguments: { organization, ...which }, share: 6 }];
}
