import type { Generated } from "kysely";
import type { Json, Timestamp } from "./columns.ts";

interface OrganizationTable {
  id: string;
  title: string;
  default_role: string | null;
  merge_rules: Generated<Json>;
  /** What is kept for those who read it, and rules nothing here. */
  settings: Generated<Json>;
  created_at: Timestamp;
}

interface UserTable {
  id: string;
  display_name: string;
  email: string | null;
  created_at: Timestamp;
}

interface MemberTable {
  organization: string;
  user: string;
  /** Null for guests, who see what they were granted and nothing else. */
  role: string | null;
  joined_at: Timestamp;
  last_seen_at: Generated<Timestamp | null>;
  /** 1 while the membership is suspended. */
  disabled: Generated<number>;
  /** 1 for who may sign in through the organization's provider. */
  sso: Generated<number>;
}

interface TokenTable {
  id: string;
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  hash: string;
  user: string;
  name: string;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

interface AgentInstructionsTable {
  organization: string;
  instructions: Json;
  updated_at: Timestamp;
  updated_by: string;
}

declare module "../tables.ts" {
  interface Tables {
    organization: OrganizationTable;
    user: UserTable;
    member: MemberTable;
    token: TokenTable;
    agent_instructions: AgentInstructionsTable;
  }
}
