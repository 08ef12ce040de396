import { z } from "zod";
import { SettableStatus } from "../../contract/models/change-request.ts";
import type { Member } from "../../contract/models/people.ts";
import { changeRequests } from "../../contract/operations/change-requests.ts";
import { members } from "../../contract/operations/members.ts";
import { reviews } from "../../contract/operations/reviews.ts";
import { presentConflicts } from "../../present/changes.ts";
import { toDocument } from "../../present/document.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote } from "../../present/web-address.ts";
import { quoted } from "../../present/wording.ts";
import { contentName, type DraftContent, findDraft } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { findMember } from "../../resolve/in-organization.ts";
import { usedTo } from "../../resolve/uses.ts";
import { requireEditable } from "../editing/editable.ts";
import { type Step, takeSteps } from "../steps.ts";
import { defineTool, named } from "../tool.ts";

/** Tokens reserved for what is around the conflicts. */
const noteTokens = 350;

export const updateChangeRequest = defineTool({
  name: "update_change_request",
  title: "Update a change request",
  description: "Set a change request's subject, description or status, update it from its space, or request reviews.",
  toolset: "changes",
  uses: [
    changeRequests.update,
    changeRequests.updateFromSpace,
    reviews.request,
    members.get,
    members.list,
    ...usedTo.findContent,
  ],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest,
    update_from_space: z.boolean().default(false).describe("Names conflicts"),
    subject: z.string().min(1).max(100).optional(),
    description: z.string().max(20_000).optional().describe("Markdown"),
    status: SettableStatus.optional().describe("open: ready for review"),
    reviewers: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(20)
      .optional()
      .describe("Members: user ids, e-mails or names"),
  },
  async run(input, context): Promise<ToolResult> {
    const draft = await findDraft(input, context);
    const reviewers = await findMembers(input.reviewers ?? [], draft, context);
    const steps: Step[] = [
      ...(input.update_from_space ? [() => updateFromSpace(draft, context)] : []),
      ...(describeChanges(input).length > 0 ? [() => set(input, draft, context)] : []),
      ...(reviewers.length === 0 ? [] : [() => requestReviews(reviewers, draft, context)]),
    ];
    if (steps.length === 0) {
      throw new ToolError("Nothing to do: give update_from_space, subject, description, status or reviewers.");
    }
    const done = await takeSteps(steps, context);
    return { text: [`In ${contentName(draft)}:`, ...done, ...webAddressNote(draft.changeRequest)].join("\n") };
  },
});

interface Changes {
  readonly subject?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: z.infer<typeof SettableStatus> | undefined;
}

function describeChanges({ subject, description, status }: Changes): string[] {
  return [
    ...(subject === undefined ? [] : [`the subject is ${quoted(subject)}`]),
    ...(description === undefined ? [] : ["the description is new"]),
    ...(status === undefined ? [] : [`the status is ${status}`]),
  ];
}

async function set(changes: Changes, draft: DraftContent, { client, signal }: ToolContext): Promise<string> {
  const { subject, description, status } = changes;
  const call = {
    spaceId: draft.space.id,
    changeRequestId: draft.changeRequest.id,
    ...(subject === undefined ? {} : { subject }),
    ...(description === undefined ? {} : { description: await toDocument(description) }),
    ...(status === undefined ? {} : { status }),
  };
  await client.changeRequests.update(call, { signal });
  return `Now ${describeChanges(changes).join(", ")}.`;
}

async function findMembers(
  names: readonly string[],
  { space }: DraftContent,
  context: ToolContext,
): Promise<readonly Member[]> {
  const found = new Map<string, Member>();
  for (const name of names) {
    const member = await findMember(name, space.organization, context);
    found.set(member.id, member);
  }
  return [...found.values()];
}

async function requestReviews(
  reviewers: readonly Member[],
  { space, changeRequest }: DraftContent,
  { client, signal }: ToolContext,
): Promise<string> {
  const users = reviewers.map(({ id }) => id);
  await client.reviews.request({ spaceId: space.id, changeRequestId: changeRequest.id, users }, { signal });
  return `Requested a review: ${reviewers.map(({ user, id }) => `${quoted(user.displayName)} (${id})`).join(", ")}.`;
}

async function updateFromSpace(draft: DraftContent, { client, signal, answerTokens }: ToolContext): Promise<string> {
  requireEditable(draft);
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id };
  const { result, revision, conflicts = [] } = await client.changeRequests.updateFromSpace(names, { signal });
  const taken = `It has the space's newest content, revision ${revision}.`;
  if (result !== "conflicts") return taken;
  return [
    `${taken} It keeps its own side of ${conflicts.length} ${conflicts.length === 1 ? "conflict" : "conflicts"}:`,
    presentConflicts(conflicts, answerTokens - noteTokens),
    "Before merging, edit_page each of these pages so that it says what it should; any edit resolves the page's conflict.",
  ].join("\n");
}
