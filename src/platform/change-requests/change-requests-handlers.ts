import type { ParsedInput } from "../../contract/operation.ts";
import type { changeRequests as operations } from "../../contract/operations/change-requests.ts";
import {
  type ChangeRequestFilter,
  countChangeRequests,
  insertChangeRequest,
  listChangeRequests,
  listContributors,
  updateChangeRequest,
} from "../access/change-requests-rows.ts";
import { presentedUsers } from "../access/people/index.ts";
import { changeRequestFor, organizationFor, spaceFor } from "../access/scope.ts";
import { findSpaces, nextNumber } from "../access/spaces-rows.ts";
import { newChangeRequest, updateFromSpace } from "../content/branches.ts";
import { storableDocument } from "../content/documents.ts";
import { locatePdf } from "../exchange/pdf/index.ts";
import type { Context } from "../kernel/context.ts";
import { type UpdateColumns, updatedColumns } from "../kernel/database/row-view.ts";
import { aboutChangeRequest, publishSpaceEvent } from "../kernel/events.ts";
import { type Handlers, StoredResult } from "../kernel/handler.ts";
import { type ListRequest, orderKey, readOrder, readPaging, toListResponse } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { presentClusterId, requireIssueCluster } from "../knowledge/conversations/index.ts";
import { listCommentContributors } from "../review/comments/index.ts";
import { presentChangeRequest, presentChangeRequests } from "../workspace/revisions/index.ts";
import { fillChangeRequest } from "../workspace/templates/index.ts";
import { mergeChangeRequest } from "./merge.ts";

type Filters = Pick<
  ParsedInput<typeof operations.listInSpace>,
  "creator" | "contributor" | "requestedReviewer" | "conversationsIssuesCluster"
> & { status: string | readonly string[] };

/** The columns that each member of an update sets. */
const updates: UpdateColumns<
  "change_request",
  Omit<ParsedInput<typeof operations.update>, "spaceId" | "changeRequestId">
> = {
  subject: (subject) => ({ subject }),
  description: async (description) => ({ description: await storableDocument(description, "description") }),
  status: (status) => ({ status }),
};

export const changeRequests: Handlers<"changeRequests"> = {
  async listInSpace(input, context) {
    await spaceFor(context, input.spaceId, "view");
    return list(context, { space: input.spaceId }, input, readPaging("changeRequests", listName(input), input));
  },

  async listInOrganization(input, context) {
    const { viewer } = await organizationFor(context, input.organizationId, "enter");
    const request = readPaging("changeRequests", listName(input), input);
    return list(context, { viewer }, input, request);
  },

  async create(input, context) {
    const { space, role } = await spaceFor(context, input.spaceId, "edit");
    const cluster =
      input.conversationsIssuesCluster === undefined
        ? undefined
        : await requireIssueCluster(context, space, input.conversationsIssuesCluster);
    const changeRequest = newChangeRequest(context, space, {
      number: await nextNumber(context.queries, space.id),
      status: "draft",
      subject: input.subject ?? "",
      issues_cluster: cluster?.id ?? null,
    });
    await insertChangeRequest(context.queries, changeRequest);
    const noComments = new Map<string, number>();
    if (input.template === undefined) return presentChangeRequest(context, changeRequest, space, noComments);
    const filled = await fillChangeRequest(context, { space, role, changeRequest }, input.template);
    return presentChangeRequest(context, filled, space, noComments);
  },

  async get(input, context) {
    const { space, changeRequest } = await changeRequestFor(context, input, "view");
    return new StoredResult(await presentChangeRequest(context, changeRequest, space));
  },

  async update(input, context) {
    const { spaceId, changeRequestId, ...members } = input;
    const { space, changeRequest } = await changeRequestFor(context, { spaceId, changeRequestId }, "edit");
    if (changeRequest.status === "merged" && members.status !== undefined) {
      throw new Problem("conflict", `Change request ${changeRequest.number} is merged; its status is final.`);
    }
    const change = { ...(await updatedColumns(updates, members)), updated_at: context.now };
    await updateChangeRequest(context.queries, changeRequest.id, change);
    const after = { ...changeRequest, ...change };
    const opened = after.status === "open" && changeRequest.status !== "open";
    const type = opened ? "change_request_opened" : "change_request_updated";
    await publishSpaceEvent(context, space, type, aboutChangeRequest(after));
    return presentChangeRequest(context, after, space);
  },

  async merge(input, context) {
    return mergeChangeRequest(context, await changeRequestFor(context, input, "merge"));
  },

  async updateFromSpace(input, context) {
    return updateFromSpace(context, await changeRequestFor(context, input, "edit"));
  },

  async listContributors(input, context) {
    const { changeRequest } = await changeRequestFor(context, input, "view");
    const editors = await listContributors(context.queries, changeRequest.id);
    const commenters = await listCommentContributors(context.queries, changeRequest.id);
    const contributions = [
      ...editors.map((row) => ({ ...row, actionType: "edit" as const })),
      ...commenters.map((row) => ({ ...row, actionType: "comment" as const })),
    ];
    const users = await presentedUsers(
      context,
      contributions.map(({ user }) => user),
    );
    const items = contributions.map(({ user, count, updated_at, actionType }) => ({
      updatedAt: updated_at,
      count,
      user: users.of(user),
      actionType,
    }));
    return { count: items.length, items };
  },

  async getPdf({ spaceId, changeRequestId, ...extent }, context) {
    const { space, changeRequest } = await changeRequestFor(context, { spaceId, changeRequestId }, "view");
    return locatePdf(context, { space, revision: changeRequest.revision, changeRequest }, extent);
  },
};

async function list(
  context: Context,
  scope: Pick<ChangeRequestFilter, "space" | "viewer">,
  filters: Filters,
  request: ListRequest,
) {
  const filter = {
    ...scope,
    statuses: [filters.status].flat(),
    creator: filters.creator,
    contributor: filters.contributor,
    requestedReviewer: filters.requestedReviewer,
    issuesCluster:
      filters.conversationsIssuesCluster &&
      (await presentClusterId(context.queries, filters.conversationsIssuesCluster)),
  };
  const rows = await listChangeRequests(context.queries, filter, readOrder(request)?.[0], request.limit + 1);
  const count = await countChangeRequests(context.queries, filter);
  const found = await findSpaces(context.queries, [...new Set(rows.map((row) => row.space))]);
  const spaces = new Map(found.map((space) => [space.id, space]));
  const items = await presentChangeRequests(
    context,
    rows.flatMap((changeRequest) => {
      const space = spaces.get(changeRequest.space);
      return space === undefined ? [] : [{ changeRequest, space }];
    }),
  );
  return toListResponse(request, rows, count, (row) => orderKey(row.order, row.id), items);
}

/** Identifies a list: everything in the input except the position and the page size. */
function listName(input: object): unknown[] {
  const { page: _page, limit: _limit, ...filters } = input as Record<string, unknown>;
  return Object.entries(filters).sort().flat();
}
