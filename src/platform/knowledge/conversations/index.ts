export { type ConversationSettings, defaultSettings } from "./analyst.ts";
export { presentClusterId, requireIssueCluster } from "./issue-cluster-rows.ts";
