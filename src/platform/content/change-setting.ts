import type { Fetched } from "../outbound/outbound.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import type { SpaceContent } from "./space-content.ts";

/** What changes are applied to, and with. */
export interface ChangeSetting {
  readonly content: SpaceContent;
  readonly space: string;
  readonly map: EditedMap;
  /** What a page is reverted to when no revision is named. */
  readonly base: StoredMap;
  /** The content of a named revision of the same space. Throws `not_found`. */
  revision(id: string): Promise<StoredMap>;
  /** What the URLs of new files gave. */
  readonly fetched: ReadonlyMap<string, Fetched>;
  readonly now: string;
  /** Ids of pages that may link to one of these paths of the tree as it was, or to something below it. */
  linkingTo(paths: readonly string[]): Promise<readonly string[]>;
}
