import type { Json, Timestamp } from "./columns.ts";

/** A file's bytes by the hash Git gives them. */
interface GitBlobTable {
  oid: string;
  /** Address of the same bytes in the content. */
  content: string;
  /** What reading the text told, with the version of what it tells. */
  reading: Json | null;
  /** The day, more or less, on which an import last came upon it. */
  used_at: Timestamp;
}

/** Which branch a space is kept in step with, and what both had in common last. */
interface GitSyncTable {
  space: string;
  /** Without credentials. */
  url: string;
  ref: string;
  directory: string;
  provider: string | null;
  /** Prefix of links to files of the repository. */
  tree_url: string | null;
  files_url: string | null;
  /** Root of the content map that was the same on both sides. */
  root: string | null;
  /** The commit with that content; null where the branch had more. */
  commit: string | null;
  /** 1 where the commit is an export. */
  exported: number;
  /** Hash of the table of contents then. */
  summary: string | null;
  /** The last import and what its plan followed; null where all has to be planned. */
  planned: Json | null;
  /** When the cause of the last import or export happened. */
  caused_at: Timestamp | null;
  updated_at: Timestamp;
}

declare module "../tables.ts" {
  interface Tables {
    git_blob: GitBlobTable;
    git_sync: GitSyncTable;
  }
}
