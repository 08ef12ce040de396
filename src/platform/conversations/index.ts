export { requireIssueCluster } from "./issue-cluster.ts";
export { presentClusterId } from "./issue-cluster-rows.ts";
export { type ConversationSettings, usualSettings } from "./settings.ts";
