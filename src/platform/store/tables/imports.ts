import type { Json, Timestamp } from "./columns.ts";

/** Bytes that somebody sent to be imported. */
interface UploadTable {
  key: string;
  user: string;
  name: string;
  data: Uint8Array;
  expires_at: Timestamp;
}

/** How far it is stands in its job. */
interface ImportRunTable {
  id: string;
  organization: string;
  space: string;
  change_request: string | null;
  page: string | null;
  source: Json;
  job: string;
  created_by: string;
  created_at: Timestamp;
}

declare module "../tables.ts" {
  interface Tables {
    upload: UploadTable;
    import_run: ImportRunTable;
  }
}
