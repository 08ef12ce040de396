import type { Generated, Insertable, Kysely, Selectable, Transaction } from "kysely";

/** Times are ISO 8601 texts in UTC, JSON is text, booleans are 0 and 1: the same on every engine. */
type Timestamp = string;
type Json = string;

export interface OrganizationTable {
  id: string;
  title: string;
  default_role: string | null;
  created_at: Timestamp;
}

export interface UserTable {
  id: string;
  display_name: string;
  email: string | null;
  created_at: Timestamp;
}

export interface MemberTable {
  organization: string;
  user: string;
  role: string | null;
  joined_at: Timestamp;
}

export interface TokenTable {
  id: string;
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  hash: string;
  user: string;
  name: string;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

export interface AgentInstructionsTable {
  organization: string;
  instructions: Json;
  updated_at: Timestamp;
  updated_by: string;
}

export interface SpaceTable {
  id: string;
  organization: string;
  parent: string | null;
  title: string;
  emoji: string;
  visibility: string;
  edit_mode: string;
  default_level: string | null;
  language: string | null;
  merge_rules: Json;
  /** The active revision. */
  revision: string;
  /** Number of the newest change request. */
  last_number: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
}

export interface RevisionTable {
  id: string;
  space: string;
  /** Address of the root node of its content map. */
  root: string;
  parents: Json;
  type: string;
  /** The change request whose merge made it. */
  merged_from: string | null;
  created_at: Timestamp;
  created_by: string;
}

export interface NodeTable {
  address: string;
  data: string;
}

export interface BlobTable {
  address: string;
  data: Uint8Array;
}

export interface ChangeRequestTable {
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

export interface ContributorTable {
  change_request: string;
  user: string;
}

export interface SettingTable {
  name: string;
  value: string;
}

/** One section of one page of a space's active revision, as search answers it. */
export interface SectionTable {
  /** In the range of its space's number. */
  id: number;
  space: string;
  page: string;
  /** Order within the page, from 0. */
  position: number;
  anchor: string;
  title: string;
  page_title: string;
  body: string;
  page_path: string;
}

/** Gives each space that was ever indexed a small number, from which the ids of its sections are made. */
export interface SectionSpaceTable {
  number: Generated<number>;
  space: string;
}

export interface Tables {
  organization: OrganizationTable;
  user: UserTable;
  member: MemberTable;
  token: TokenTable;
  agent_instructions: AgentInstructionsTable;
  space: SpaceTable;
  revision: RevisionTable;
  node: NodeTable;
  blob: BlobTable;
  change_request: ChangeRequestTable;
  contributor: ContributorTable;
  setting: SettingTable;
  section: SectionTable;
  section_space: SectionSpaceTable;
}

/** What queries run on: the database itself or an open transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>;
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
