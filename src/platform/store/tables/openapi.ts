import type { PackedText } from "../../openapi/packed-text.ts";
import type { Json, Timestamp } from "./columns.ts";

interface OpenAPISpecTable {
  id: string;
  organization: string;
  slug: string;
  /** Null where it was handed in as text. */
  source_url: string | null;
  visibility: string;
  /** Names it in its public link. */
  public_key: string;
  /** The newest. */
  version: string | null;
  /** The job that reads its source now, or will at its time, or did last. */
  job: string;
  processed_at: Timestamp | null;
  error_code: string | null;
  /** What the last processing found, as the API lists it. */
  errors: Json;
  error_count: number;
  /** What the source's server said to tell the same content by. */
  etag: string | null;
  last_modified: string | null;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A text that was handed in and is not read yet. */
interface OpenAPIGivenTable {
  spec: string;
  text: PackedText;
}

interface OpenAPIVersionTable {
  id: string;
  spec: string;
  /** From 1. */
  number: number;
  /** Of its files: the same content makes no new version. */
  digest: string;
  title: string;
  /** What is different from the version before; null in the first. */
  changes: Json | null;
  created_at: Timestamp;
}

interface OpenAPIFileTable {
  version: string;
  /** The entry file is at 0. */
  position: number;
  path: string;
  /** `json` or `yaml`. */
  format: string;
  /** As it was fetched or handed in. */
  text: PackedText;
  /** The same as JSON; null where the text is JSON. */
  content: PackedText | null;
}

declare module "../tables.ts" {
  interface Tables {
    openapi_spec: OpenAPISpecTable;
    openapi_given: OpenAPIGivenTable;
    openapi_version: OpenAPIVersionTable;
    openapi_file: OpenAPIFileTable;
  }
}
