import type { z } from "zod";
import type { ChangeRequest, ChangeRequestStatus } from "../../contract/models/change-request.ts";
import { fence } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { oneLine, quoted } from "../present/name.ts";
import { fenceTokens } from "../present/within.ts";
import { changeRequestName } from "../resolve/content.ts";
import { findOrganization } from "../resolve/organization.ts";
import { findSpace } from "../resolve/space.ts";
import type { ToolAnswer, ToolContext } from "../tool.ts";

/** Tokens kept for the lines around the list. */
const noteTokens = 160;

export interface ChangeRequestFilter {
  readonly space?: string | undefined;
  readonly status: z.infer<typeof ChangeRequestStatus>;
  readonly cursor?: string | undefined;
}

/** The change requests of a space, or of the organization when no space is named, newest first. */
export async function listChangeRequests(filter: ChangeRequestFilter, context: ToolContext): Promise<ToolAnswer> {
  const { client, signal, answerTokens } = context;
  const { status, cursor } = filter;
  const space = filter.space === undefined ? undefined : await findSpace(filter.space, context);
  const organization = space === undefined ? await findOrganization(undefined, context) : undefined;
  const { blocks, more } = await listWithin<ChangeRequest>({
    subject: ["change_requests", space?.id ?? organization?.id, status],
    cursor,
    tokens: answerTokens - fenceTokens - noteTokens,
    read: (page, limit) => {
      const query = { status, limit, ...(page === undefined ? {} : { page }) };
      if (space !== undefined) return client.changeRequests.listInSpace({ spaceId: space.id, ...query }, { signal });
      return client.changeRequests.listInOrganization({ organizationId: organization?.id ?? "", ...query }, { signal });
    },
    present: (changeRequest) => lineOf(changeRequest, space === undefined),
  });
  const where = space === undefined ? "the organization" : `space ${quoted(space.title)} (${space.id})`;
  if (blocks.length === 0) {
    return { text: `No change request of ${where} is ${status}. \`status\` asks for others.` };
  }
  const heading = `Change requests of ${where} that are ${status}:`;
  const text = [heading, fence(blocks.join("\n")), more ?? `With "change_request": what one of them changes.`];
  return { text: text.join("\n") };
}

function lineOf(changeRequest: ChangeRequest, withSpace: boolean): string {
  const { createdBy, updatedAt, comments, outdated, status } = changeRequest;
  const facts = [
    ...(withSpace ? [`space ${changeRequest.space}`] : []),
    ...(createdBy === undefined ? [] : [`by ${oneLine(createdBy.displayName)}`]),
    `updated ${updatedAt.slice(0, 10)}`,
    ...(comments > 0 ? [`${comments} open ${comments === 1 ? "comment" : "comments"}`] : []),
    ...(outdated && (status === "open" || status === "draft") ? ["outdated"] : []),
  ];
  return `- ${changeRequestName(changeRequest)} (${facts.join(", ")})`;
}
