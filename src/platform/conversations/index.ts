export { type ConversationSettings, usualSettings } from "./analyst.ts";
export { presentClusterId, requireIssueCluster } from "./issue-cluster-rows.ts";
