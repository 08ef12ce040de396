import type { Generated } from "kysely";
import type { Json, Timestamp } from "./columns.ts";

/** What spaces and collections have for being in a collection or at the top of an organization. */
interface Placed {
  organization: string;
  /** The collection it is in; null at the top. */
  parent: string | null;
  /** Order among siblings, spaces and collections alike. */
  position: number;
  /** A role, `inherit` or null, as it was set. */
  default_level: string | null;
  /** What that comes to: a role, `inherit` for the role in the organization, or null. Kept by `store/levels.ts`. */
  level: string | null;
}

interface CollectionTable extends Placed {
  id: string;
  title: string;
  description: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface SpaceTable extends Placed {
  id: string;
  title: string;
  emoji: string;
  visibility: string;
  edit_mode: string;
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

declare module "../tables.ts" {
  interface Tables {
    collection: CollectionTable;
    space: SpaceTable;
  }
}
