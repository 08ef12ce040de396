import type { Json, Timestamp } from "./columns.ts";

interface ChangeRequestTable {
  id: string;
  space: string;
  number: number;
  status: string;
  subject: string;
  description: Json | null;
  revision: string;
  revision_initial: string;
  revision_merged_ancestor: string | null;
  revision_merged: string | null;
  issues_cluster: string | null;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface ContributorTable {
  change_request: string;
  user: string;
}

export interface ChangeRequestTables {
  change_request: ChangeRequestTable;
  contributor: ContributorTable;
}
