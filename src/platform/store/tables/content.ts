import type { Json, Timestamp } from "./columns.ts";

interface RevisionTable {
  id: string;
  space: string;
  /** Address of the root node of its content map. */
  root: string;
  parents: Json;
  type: string;
  /** The change request whose merge made it. */
  merged_from: string | null;
  /** Of a computed one: the last revision before it that was not. */
  source_revision: string | null;
  /** The Git commit it came from, or was exported as. */
  git: Json | null;
  created_at: Timestamp;
  created_by: string;
}

interface NodeTable {
  address: string;
  data: string;
}

interface BlobTable {
  address: string;
  data: Uint8Array;
}

declare module "../tables.ts" {
  interface Tables {
    revision: RevisionTable;
    node: NodeTable;
    blob: BlobTable;
  }
}
