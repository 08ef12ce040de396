import { z } from "zod";
import { ApiError } from "../../client/errors.ts";
import type { MergeConflict } from "../../contract/models/change-request.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { changeRequests } from "../../contract/operations/change-requests.ts";
import { estimateTokens } from "../../present/budget.ts";
import { changeCounts, presentConflicts } from "../../present/changes.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote, withAddress } from "../../present/web-address.ts";
import { quoted } from "../../present/wording.ts";
import { changeRequestName, type DraftContent, findDraft } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { usedTo } from "../../resolve/uses.ts";
import { requireEditable } from "../editing/editable.ts";
import {
  blockerReads,
  type MergeBlockers,
  mergeBlockers,
  unfinishedNotes,
  verdictLine,
  verdictReads,
} from "../review/merge-blockers.ts";
import { defineTool, named } from "../tool.ts";

/** Tokens reserved for what is around the conflicts. */
const noteTokens = 350;

export const mergeChangeRequest = defineTool({
  name: "merge_change_request",
  title: "Merge a change request",
  description:
    "Publish a change request into its space: look at show_changes first. If there are conflicts, nothing changes and both sides are returned.",
  toolset: "changes",
  uses: [
    changeRequests.merge,
    changeRequests.updateFromSpace,
    changeRequestContent.changes,
    ...verdictReads,
    ...blockerReads,
    ...usedTo.findContent,
  ],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest,
    update_first: z.boolean().default(false).describe("Update from the space first"),
  },
  async consequence(input, context) {
    const draft = await findDraft(input, context);
    requireEditable(draft);
    const { changeRequest, space } = draft;
    const found = await readChanges(draft, context);
    const blockers = await mergeBlockers(draft, found, { updateFirst: input.update_first }, context);
    requireMergeable(blockers, draft, context);
    const notes = [...unfinishedNotes(found), ...(await verdictLine(draft, context)), ...blockers.unchecked]
      .map((line) => ` ${line}`)
      .join("");
    const question = `Merge change request ${changeRequestName(changeRequest)}, at revision ${changeRequest.revision}, into space ${quoted(space.title)} (${space.id}), for all its readers: ${changeCounts(found) || "it changes nothing"}.${notes}`;
    return withAddress(question, changeRequest);
  },
  async run(input, context): Promise<ToolResult> {
    const { client, signal } = context;
    const draft = await findDraft(input, context);
    requireEditable(draft);
    const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id };
    if (input.update_first) {
      const updated = await client.changeRequests.updateFromSpace(names, { signal });
      if (updated.result === "conflicts") return toConflictsResult(updated, "updated", draft, context);
      context.progress(1, 2, "The change request was updated from the space; merging it");
    }
    const merged = await client.changeRequests.merge(names, { signal }).catch(throwWithNextSteps(draft));
    if (merged.result === "merge") return { text: mergedText(merged.revision, draft) };
    // Some services merge anyway and only report that there were conflicts.
    const { status } = await client.changeRequests.get(names, { signal });
    if (status === "merged") {
      const advice = "The service resolved conflicts by itself: read the pages it changed.";
      return { text: `${mergedText(merged.revision, draft)}\n${advice}` };
    }
    const taken = input.update_first || !draft.changeRequest.outdated ? "updated" : "outdated";
    return toConflictsResult(merged, taken, draft, context);
  },
});

/** The service says which rules are unmet; this names the tools that meet them. */
function throwWithNextSteps({ changeRequest }: DraftContent): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== "conflict") throw error;
    const where = `"change_request": "${changeRequest.number}"`;
    throw new ToolError(`${error.message} ${howToMeetRules(where)}`);
  };
}

const howToMeetRules = (where: string) =>
  `To meet merge rules: update_change_request with ${where} sets subject and description, updates from the space ("update_from_space") and requests reviews ("reviewers"); list_comments with ${where} shows what reviewers said; post_comment with ${where} and "verdict" submits your own review, if the person you work for wants it; authors cannot approve their own changes.`;

/** Throws ToolError instead of asking a person about a merge that cannot succeed. */
function requireMergeable({ conflicts, unmet, unchecked }: MergeBlockers, draft: DraftContent, context: ToolContext) {
  if (conflicts.length === 0 && unmet.length === 0) return;
  const { changeRequest, space } = draft;
  const where = `"change_request": "${changeRequest.number}"`;
  const rules = unmet.map((sentence, index) => `(${index + 1}) ${sentence}`).join(" ");
  const lacking =
    unmet.length === 0
      ? []
      : [
          `Change request ${changeRequestName(changeRequest)} cannot be merged into space ${quoted(space.title)} (${space.id}) yet. ${rules} ${howToMeetRules(where)}`,
        ];
  const tokens = context.answerTokens - lacking.reduce((sum, text) => sum + estimateTokens(text), 0);
  const conflictTexts =
    conflicts.length === 0
      ? []
      : [conflictsText(conflicts, changeRequest.outdated ? "outdated" : "updated", draft, tokens)];
  throw new ToolError([...lacking, ...conflictTexts, ...unchecked, "Nothing was changed."].join("\n"));
}

function readChanges(
  { space, changeRequest }: DraftContent,
  { client, signal }: ToolContext,
): Promise<SemanticChanges> {
  const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: 1000 };
  return client.changeRequestContent.changes(names, { signal });
}

function mergedText(revision: string, { changeRequest, space }: DraftContent): string {
  const name = changeRequestName(changeRequest);
  return `Merged change request ${name} into space ${quoted(space.title)} (${space.id}), which is now at revision ${revision}.${webAddressNote(
    space,
  )
    .map((line) => `\n${line}`)
    .join("")}`;
}

type Outcome = Awaited<ReturnType<ToolContext["client"]["changeRequests"]["merge"]>> | Updated;

type Updated = Awaited<ReturnType<ToolContext["client"]["changeRequests"]["updateFromSpace"]>>;

function toConflictsResult(
  { conflicts = [] }: Outcome,
  state: "updated" | "outdated",
  draft: DraftContent,
  { answerTokens }: ToolContext,
): ToolResult {
  return { text: conflictsText(conflicts, state, draft, answerTokens) };
}

/** `updated` if the change request already has the space's content, so that only its own pages need edits. */
function conflictsText(
  conflicts: readonly MergeConflict[],
  state: "updated" | "outdated",
  { changeRequest, space }: DraftContent,
  tokens: number,
): string {
  const count = `${conflicts.length} ${conflicts.length === 1 ? "conflict" : "conflicts"}`;
  const where = `"change_request": "${changeRequest.number}"`;
  const update = `update_change_request with ${where}, "update_from_space": true: brings the space's content in; the change request keeps its side of each conflict.`;
  const edit = `edit_page with ${where} on each of these pages, so that it says what it should; any edit resolves the page's conflict. To keep its text unchanged, write_pages "rename" it to the title it has; for a deleted page, write_pages "delete" keeps it deleted and "revert" brings it back.`;
  const merge = `merge_change_request with ${where} again.`;
  const steps = [...(state === "outdated" ? [update] : []), edit, merge];
  return [
    `Not merged: ${count} between change request ${changeRequestName(changeRequest)} and space ${quoted(space.title)} (${space.id}).`,
    presentConflicts(conflicts, tokens - noteTokens),
    "What to do:",
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ].join("\n");
}
