import type { Context } from "../context.ts";
import type { Row } from "../store/tables.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";

/** A new content of a space, or of a change request of it. */
export interface ContentEdit {
  readonly space: Row<"space">;
  /** Whose content it is; the space's own where it is left out. */
  readonly changeRequest?: Row<"change_request">;
  /** The content with its changes, and what it was before. */
  readonly map: EditedMap;
  /** `update` takes the space's content into a change request; `computed` comes from pages that ask for it. */
  readonly cause: "edit" | "merge" | "update" | "computed";
}

export interface ContentChanged extends ContentEdit {
  readonly revision: string;
  /** The content as it is now, once stored. */
  readonly stored: StoredMap;
  /** Told how many pages a subscriber took in. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** What another feature does about changes of content, in the transaction that makes them. */
export interface ContentSubscriber {
  /** Throws a `Problem` for an edit that may not be made. Merges and updates bring what was allowed before. */
  allow?(context: Context, edit: ContentEdit): Promise<void>;
  changed?(context: Context, change: ContentChanged): Promise<void>;
}

/** Asks the subscribers whether an edit may be made. */
export async function allowEdit(context: Context, edit: ContentEdit): Promise<void> {
  for (const subscriber of context.contentSubscribers) await subscriber.allow?.(context, edit);
}

/** Tells the subscribers, one after the other, of content that is stored and active. */
export async function announceChange(context: Context, change: ContentChanged): Promise<void> {
  for (const subscriber of context.contentSubscribers) await subscriber.changed?.(context, change);
}

declare module "../context.ts" {
  interface Setup {
    /** In the order in which they are told. */
    readonly contentSubscribers: readonly ContentSubscriber[];
  }
}
