import type { Json, Timestamp } from "./columns.ts";

interface ConversationTable {
  organization: string;
  /** Unique within the organization. */
  id: string;
  subject: string | null;
  source: string;
  metadata: Json;
  parts: Json;
  /** Counts up with every change. */
  version: number;
  /** 1 while its issues have not been looked for since it changed, 2 while they have not been put into clusters. */
  pending: number;
  /** Who looked for its issues: `terms` or `model`. */
  analysis: string | null;
  /** How often a model answered nothing of use about it as it is now. */
  model_attempts: number;
  impact: string | null;
  processed_at: Timestamp | null;
  created_at: Timestamp;
  ingested_at: Timestamp;
  ingested_by: string;
}

interface ConversationIssueTable {
  id: string;
  organization: string;
  conversation: string;
  /** Counts the issues of the conversation, from 0. */
  position: number;
  title: string;
  /** Paragraphs. */
  details: Json;
  impact: string;
  source: string;
  /** How often each term occurs. */
  terms: Json;
  cluster: string | null;
  created_at: Timestamp;
  ingested_at: Timestamp;
}

interface IssueClusterTable {
  id: string;
  organization: string;
  label: string;
  /** Labels that it and the clusters merged into it had before, newest first. */
  former_labels: Json;
  /** Paragraphs. */
  summary: Json;
  icon: string;
  /** Who wrote label and summary: `terms`, `model`, or `instead`: terms, as what the model wrote was not taken. */
  described_by: string;
  /** How many issues it had then. */
  described_issues: number;
  muted: number;
  impact: string;
  sources: Json;
  issues: number;
  conversations: number;
  /** The cluster that has its issues now. */
  merged_into: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface IssueGroupingTable {
  organization: string;
  /** Issues that came or changed since all of them were put together anew. */
  changed_issues: number;
}

declare module "../tables.ts" {
  interface Tables {
    conversation: ConversationTable;
    conversation_issue: ConversationIssueTable;
    issue_cluster: IssueClusterTable;
    issue_grouping: IssueGroupingTable;
  }
}
