import type { Generated } from "kysely";
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
  merged_by: string | null;
  merged_at: Timestamp | null;
  issues_cluster: string | null;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Who made or edited a change request. */
interface ContributorTable {
  change_request: string;
  user: string;
  /** How many times they edited it. */
  count: Generated<number>;
  updated_at: Timestamp;
}

declare module "../tables.ts" {
  interface Tables {
    change_request: ChangeRequestTable;
    contributor: ContributorTable;
  }
}
