import type { Generated } from "kysely";
import type { Json, Timestamp } from "./columns.ts";

interface SpaceTable {
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

export interface SpaceTables {
  space: SpaceTable;
}
