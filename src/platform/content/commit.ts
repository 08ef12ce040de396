import { addContributor, updateChangeRequest } from "../access/change-requests-rows.ts";
import type { ChangeRequestScope } from "../access/scope.ts";
import { updateSpace } from "../access/spaces-rows.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import { type CommitOfRevision, insertRevision } from "./revisions-rows.ts";

/** Makes an edited content the active one of a change request, and returns the updated change request. */
export async function commit(
  context: Context,
  { space, changeRequest }: ChangeRequestScope,
  map: EditedMap,
): Promise<Row<"change_request">> {
  const { queries, now, user } = context;
  const edit = { space, changeRequest, map, cause: "edit" as const };
  await allowEdit(context, edit);
  const root = await context.content.store(map);
  const revision = await insertRevision(queries, {
    space: space.id,
    root,
    parents: [changeRequest.revision],
    type: "edits",
    createdAt: now,
    createdBy: user.id,
  });
  const change = { revision, updated_at: now };
  await updateChangeRequest(queries, changeRequest.id, change);
  await addContributor(queries, changeRequest.id, user.id, now);
  await notifyContentSubscribers(context, { ...edit, revision, stored: context.content.at(root) });
  return { ...changeRequest, ...change };
}

/**
 * What subscribers get along with a change. Features add members with `declare module`.
 * @public
 */
export interface ChangeNotes {
  /** Reports how many pages a subscriber has processed. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface Publication extends ChangeNotes {
  /** The space's content with the changes applied. */
  readonly map: EditedMap;
  /** The change request that was merged, and its revision at that time. */
  readonly merged?: { readonly changeRequest: string; readonly revision: string };
  /** For computed content: the revision it was computed from. */
  readonly computedFrom?: string;
  /** The Git commit the content came from. */
  readonly git?: CommitOfRevision;
}

/** Makes an edited content the active one of a space and notifies the subscribers. Returns the revision. */
export async function publish(
  context: Context,
  space: Row<"space">,
  { map, merged, computedFrom, git, ...notes }: Publication,
): Promise<string> {
  const { queries, content, now, user } = context;
  const cause = merged !== undefined ? "merge" : computedFrom !== undefined ? "computed" : "edit";
  if (cause === "edit") await allowEdit(context, { space, map, cause });
  const root = await content.store(map);
  const revision = await insertRevision(queries, {
    space: space.id,
    root,
    ...(merged === undefined
      ? { type: computedFrom === undefined ? "edits" : "computed", parents: [space.revision] }
      : { type: "merge", parents: [space.revision, merged.revision], mergedFrom: merged.changeRequest }),
    ...(computedFrom === undefined ? {} : { sourceRevision: computedFrom }),
    createdAt: now,
    createdBy: user.id,
    git,
  });
  await updateSpace(queries, space.id, { revision, updated_at: now });
  await notifyContentSubscribers(context, { ...notes, space, map, cause, revision, stored: content.at(root) });
  return revision;
}

/** A new content of a space or of one of its change requests. */
export interface ContentEdit {
  readonly space: Row<"space">;
  /** The change request the content belongs to; omitted for the space's own content. */
  readonly changeRequest?: Row<"change_request">;
  /** The content with its changes; it still knows what it was before. */
  readonly map: EditedMap;
  /** `update` merges the space's content into a change request; `computed` comes from pages that request it. */
  readonly cause: "edit" | "merge" | "update" | "computed";
}

interface ContentChanged extends ContentEdit, ChangeNotes {
  readonly revision: string;
  /** The content as stored. */
  readonly stored: StoredMap;
}

/** What another feature does when content changes, within the same transaction. */
export interface ContentSubscriber {
  /**
   * Throws a `Problem` for an edit that is not allowed. Merges and updates only bring in edits that were allowed
   * before.
   */
  allow?(context: Context, edit: ContentEdit): Promise<void>;
  changed?(context: Context, change: ContentChanged): Promise<void>;
}

/** Asks every subscriber whether an edit is allowed. */
async function allowEdit(context: Context, edit: ContentEdit): Promise<void> {
  for (const subscriber of context.contentSubscribers) await subscriber.allow?.(context, edit);
}

/** Notifies the subscribers, in turn, of content that is stored and active. */
export async function notifyContentSubscribers(context: Context, change: ContentChanged): Promise<void> {
  for (const subscriber of context.contentSubscribers) await subscriber.changed?.(context, change);
}

declare module "../kernel/context.ts" {
  interface Setup {
    /** In the order in which they are notified. */
    readonly contentSubscribers: readonly ContentSubscriber[];
  }
}
