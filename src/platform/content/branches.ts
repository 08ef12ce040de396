import type { MergeConflict } from "../../contract/models/change-request.ts";
import { baseRevision, updateChangeRequest } from "../access/change-requests-rows.ts";
import type { ChangeRequestScope } from "../access/scope.ts";
import type { Context } from "../kernel/context.ts";
import { createId } from "../kernel/database/ids.ts";
import type { Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { notifyContentSubscribers } from "./commit.ts";
import { type ContentMap, EditedMap, type StoredMap } from "./content-map.ts";
import type { ContentConflict, TextStore } from "./merge-conflict.ts";
import { mergeContent } from "./merge-content.ts";
import { keys } from "./records.ts";
import { insertRevision } from "./revisions-rows.ts";
import { revisionContent } from "./space-content.ts";

export interface Sides {
  readonly base: StoredMap;
  readonly space: StoredMap;
  readonly changeRequest: StoredMap;
}

/** The space's content with the change request merged in, not stored yet, or the conflicts that prevent it. */
export async function mergedContent(
  { base, space, changeRequest }: Sides,
  texts: TextStore,
): Promise<{ map: EditedMap; conflicts: MergeConflict[] }> {
  const map = new EditedMap(space);
  const unresolved = await unresolvedConflicts(changeRequest);
  if (unresolved.length > 0) return { map, conflicts: unresolved };
  const found = await mergeContent({ base, kept: map, incoming: changeRequest, yielding: "incoming" }, texts);
  return { map, conflicts: found.map((conflict) => nameSides(conflict, "changeRequest")) };
}

/** Merges the space's content into a change request. On conflict the change request's version stays, and is marked. */
export async function updateFromSpace(context: Context, scope: ChangeRequestScope) {
  const { space, changeRequest } = scope;
  requireEditable(scope, "updated");
  if (baseRevision(changeRequest) === space.revision) {
    const present = await openSides(context, scope);
    const unresolved = await unresolvedConflicts(present.changeRequest);
    return outcome(changeRequest.revision, unresolved);
  }
  const sides = await openSides(context, scope);
  const updated = new EditedMap(sides.changeRequest);
  const found = await mergeContent(
    { base: sides.base, kept: updated, incoming: sides.space, yielding: "kept" },
    context.content,
  );
  const firstFree = 1 + Math.max(-1, ...(await updated.scan(keys.conflicts)).map(([key]) => Number(key.split("/")[2])));
  for (const [index, conflict] of found.entries()) {
    updated.set(keys.conflict(conflict.page, firstFree + index), JSON.stringify(nameSides(conflict, "space")));
  }
  const conflicts = await unresolvedConflicts(updated);
  const root = await context.content.store(updated);
  const revision = await insertRevision(context.queries, {
    space: space.id,
    root,
    parents: [changeRequest.revision, space.revision],
    type: "update",
    createdAt: context.now,
    createdBy: context.user.id,
  });
  await updateChangeRequest(context.queries, changeRequest.id, {
    revision,
    revision_merged_ancestor: space.revision,
    updated_at: context.now,
  });
  await notifyContentSubscribers(context, {
    space,
    changeRequest,
    map: updated,
    cause: "update",
    revision,
    stored: context.content.at(root),
  });
  return outcome(revision, conflicts);
}

/** Throws `conflict` when a change request is final or archived, or its space is locked. */
export function requireEditable({ space, changeRequest }: ChangeRequestScope, action: string): void {
  const { number, status } = changeRequest;
  if (status === "merged") {
    throw new Problem(
      "conflict",
      `Change request ${number} is already merged and cannot be ${action}. Start a new one.`,
    );
  }
  if (status === "archived") {
    throw new Problem(
      "conflict",
      `Change request ${number} is archived and cannot be ${action}. Set its status to "open" first.`,
    );
  }
  if (space.edit_mode === "locked") {
    throw new Problem(
      "conflict",
      `Space ${space.id} is locked, so the change request cannot be ${action}. An administrator can set editMode to "live".`,
    );
  }
}

/** Throws `precondition_failed` when the caller worked from a revision other than the change request's current one. */
export function requireRevision({ ifMatch }: Context, { changeRequest }: ChangeRequestScope): void {
  if (ifMatch === undefined || ifMatch === changeRequest.revision) return;
  throw new Problem(
    "precondition_failed",
    `Change request ${changeRequest.number} is at revision ${changeRequest.revision}, not ${ifMatch}: it was edited meanwhile.`,
  );
}

/** The content a change request started from or was last updated to. */
export async function openSides(context: Context, { space, changeRequest }: ChangeRequestScope): Promise<Sides> {
  return {
    base: await revisionContent(context, space.id, baseRevision(changeRequest)),
    space: await revisionContent(context, space.id, space.revision),
    changeRequest: await revisionContent(context, space.id, changeRequest.revision),
  };
}

/** Conflicts an update left unresolved, until the pages are edited. */
export async function unresolvedConflicts(map: ContentMap): Promise<MergeConflict[]> {
  return (await map.scan(keys.conflicts)).map(([, text]) => JSON.parse(text) as MergeConflict);
}

function outcome(revision: string, conflicts: readonly MergeConflict[]) {
  return conflicts.length === 0
    ? { revision, result: "update" as const }
    : { revision, result: "conflicts" as const, conflicts: [...conflicts] };
}

/** Names each side: a merge keeps the space's version, an update keeps the change request's. */
export function nameSides(conflict: ContentConflict, incoming: "space" | "changeRequest"): MergeConflict {
  const { kept, incoming: other, kind, ...rest } = conflict;
  const fromSpace = incoming === "space";
  const deletedInSpace = (kind === "deleted_in_incoming") === fromSpace;
  return {
    ...rest,
    kind:
      kind === "text" || kind === "property" ? kind : deletedInSpace ? "deleted_in_space" : "deleted_in_change_request",
    space: fromSpace ? other : kept,
    changeRequest: fromSpace ? kept : other,
  };
}

/** A change request created by the caller, without content of its own yet. */
export function newChangeRequest(
  { now, user }: Context,
  space: Row<"space">,
  own: Pick<Row<"change_request">, "number" | "status" | "subject" | "issues_cluster">,
): Row<"change_request"> {
  return {
    ...own,
    id: createId(),
    space: space.id,
    description: null,
    revision: space.revision,
    revision_initial: space.revision,
    revision_merged_ancestor: null,
    revision_merged: null,
    merged_by: null,
    merged_at: null,
    created_by: user.id,
    created_at: now,
    updated_at: now,
  };
}

/** Throws `conflict` when a space is locked. */
export function requireLive(space: Row<"space">): void {
  if (space.edit_mode !== "locked") return;
  throw new Problem("conflict", `Space ${space.id} is locked. An administrator can set editMode to "live".`);
}
