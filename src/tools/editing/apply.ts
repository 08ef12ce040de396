import { ApiError } from "../../client/errors.ts";
import type { ContentChange, ContentUpdate } from "../../contract/models/content-change.ts";
import type { DraftContent } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

/** What came of changes; without a list of pages from a service that answers the change request alone. */
export interface Applied {
  readonly revision: string;
  readonly changes: ContentUpdate["changes"];
}

/**
 * Applies changes, all or none, unless the change request has left the revision the content was read at; then the
 * answer is undefined and nothing was changed.
 */
export async function applyChanges(
  draft: DraftContent,
  changes: readonly ContentChange[],
  { client, signal }: ToolContext,
): Promise<Applied | undefined> {
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id };
  try {
    const answer = await client.changeRequestContent.apply(
      { ...names, compat: false, changes: [...changes] },
      { signal, ifMatch: draft.revision },
    );
    if (isUpdate(answer)) return { revision: answer.changeRequest.revision, changes: answer.changes };
    return { revision: answer.revision, changes: [] };
  } catch (error) {
    if (error instanceof ApiError && error.code === "precondition_failed" && error.write !== "unknown")
      return undefined;
    throw error;
  }
}

const isUpdate = (answer: object): answer is ContentUpdate => "changeRequest" in answer;

/** The same content as it is now. */
export async function readAgain(draft: DraftContent, { client, signal }: ToolContext): Promise<DraftContent> {
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id };
  const changeRequest = await client.changeRequests.get(names, { signal });
  return { ...draft, changeRequest, revision: changeRequest.revision };
}

/** How often a write is begun again because something else in the change request was edited meanwhile. */
export const mostAttempts = 5;

export function tooBusy({ changeRequest }: DraftContent, attempts: number): ToolError {
  return new ToolError(
    `Change request #${changeRequest.number} was edited by others ${attempts} times while this was on its way. Nothing was changed. Send the same call again.`,
  );
}
