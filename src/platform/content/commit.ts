import { addContributor, updateChangeRequest } from "../access/change-requests-rows.ts";
import type { ChangeRequestScope } from "../access/scope.ts";
import { updateSpace } from "../access/spaces-rows.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import { type CommitOfRevision, insertRevision } from "./revisions-rows.ts";

/** Makes an edited content the active one of a change request, which it returns as it is then. */
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
  await announceChange(context, { ...edit, revision, stored: context.content.at(root) });
  return { ...changeRequest, ...change };
}

interface Publication {
  /** The space's content with the changes. */
  readonly map: EditedMap;
  /** The change request whose content was merged into it, at a revision of it. */
  readonly merged?: { readonly changeRequest: string; readonly revision: string };
  /** Of computed content: the revision it was computed from. */
  readonly computedFrom?: string;
  /** The Git commit the content came from. */
  readonly git?: CommitOfRevision;
  /** Told how many pages those who follow the content took in. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Makes an edited content the active one of a space, with all that follows the active one. Returns the revision. */
export async function publish(
  context: Context,
  space: Row<"space">,
  { map, merged, computedFrom, git, onProgress }: Publication,
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
  await announceChange(context, { space, map, cause, revision, stored: content.at(root), onProgress });
  return revision;
}

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

interface ContentChanged extends ContentEdit {
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
async function allowEdit(context: Context, edit: ContentEdit): Promise<void> {
  for (const subscriber of context.contentSubscribers) await subscriber.allow?.(context, edit);
}

/** Tells the subscribers, one after the other, of content that is stored and active. */
export async function announceChange(context: Context, change: ContentChanged): Promise<void> {
  for (const subscriber of context.contentSubscribers) await subscriber.changed?.(context, change);
}

declare module "../kernel/context.ts" {
  interface Setup {
    /** In the order in which they are told. */
    readonly contentSubscribers: readonly ContentSubscriber[];
  }
}
