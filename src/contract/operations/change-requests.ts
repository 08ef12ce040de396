import { z } from "zod";
import {
  ChangeRequest,
  ChangeRequestStatus,
  ChangeRequestSubject,
  MergeOutcome,
  SettableStatus,
  UpdateOutcome,
} from "../models/change-request.ts";
import { ContentTemplate } from "../models/content-reference.ts";
import { RichDocument } from "../models/document.ts";
import { ChangeRequestId, Id, OrganizationId, SpaceId } from "../models/id.ts";
import { Pdf, pdfExtent } from "../models/page.ts";
import { listOf, paging } from "../models/paging.ts";
import { ChangeRequestContributor } from "../models/user.ts";
import { get, patch, post } from "../operation.ts";

const filters = {
  creator: Id.optional().describe("Only those this user created"),
  contributor: Id.optional().describe("Only those this user edited"),
  requestedReviewer: Id.optional().describe("Only those that wait for this user's review"),
  conversationsIssuesCluster: Id.optional().describe("Only those created for this cluster of conversation issues"),
};

export const changeRequests = {
  listInSpace: get("/spaces/{spaceId}/change-requests", {
    id: "listChangeRequestsForSpace",
    summary: "List a space's change requests, the open ones unless `status` says otherwise",
    effect: "read",
    params: { spaceId: SpaceId },
    query: {
      status: ChangeRequestStatus.default("open").describe("Only those with this status"),
      ...filters,
      ...paging,
    },
    returns: listOf(ChangeRequest),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  listInOrganization: get("/orgs/{organizationId}/change-requests", {
    id: "listChangeRequestsForOrganization",
    summary: "List the change requests of every space in an organization, the open ones unless `status` says otherwise",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: {
      status: z.array(ChangeRequestStatus).min(1).default(["open"]).describe("Only those with one of these"),
      ...filters,
      ...paging,
    },
    returns: listOf(ChangeRequest),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  create: post("/spaces/{spaceId}/change-requests", {
    id: "createChangeRequest",
    summary: "Start a change request: a draft in which the pages of a space can be edited",
    effect: "create",
    reach: "proposes",
    params: { spaceId: SpaceId },
    body: {
      subject: ChangeRequestSubject.optional().describe("What it is for, in one line"),
      template: ContentTemplate.optional().describe("Template to fill the draft with"),
      conversationsIssuesCluster: Id.optional().describe("Cluster of conversation issues it is created for"),
    },
    openBody: true,
    returns: ChangeRequest,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  get: get("/spaces/{spaceId}/change-requests/{changeRequestId}", {
    id: "getChangeRequestById",
    summary: "Read one change request",
    effect: "read",
    forReaders: "preview",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    returns: ChangeRequest,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  update: patch("/spaces/{spaceId}/change-requests/{changeRequestId}", {
    id: "updateChangeRequestById",
    summary: "Rename or describe a change request, open it for review or archive it",
    description: "Merging is an operation of its own.",
    effect: "update",
    reach: "proposes",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    body: {
      subject: ChangeRequestSubject.optional().describe("What it is for, in one line"),
      description: RichDocument.optional().describe("What it is for, in detail; replaces the old one"),
      status: SettableStatus.optional().describe("`open` asks for a review, `archived` closes it without a merge"),
    },
    returns: ChangeRequest,
    errors: ["not_found", "forbidden", "conflict", "unprocessable"],
    source: "platform-api-1",
  }),
  merge: post("/spaces/{spaceId}/change-requests/{changeRequestId}/merge", {
    id: "mergeChangeRequest",
    summary: "Merge a change request, so that its space has the changes",
    description:
      "With the result `conflicts` nothing was merged by Copydesk; the public service may have merged the rest. Update the change request, edit the pages it names and merge again.",
    effect: "run",
    reach: "changes_content",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    success: 200,
    returns: MergeOutcome,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-1",
  }),
  updateFromSpace: post("/spaces/{spaceId}/change-requests/{changeRequestId}/update", {
    id: "updateChangeRequest",
    summary: "Update a change request with the space's newest content",
    description:
      "Result `conflicts` means that the change request kept its own side of the passages named; editing those pages resolves them.",
    effect: "update",
    reach: "proposes",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    success: 200,
    returns: UpdateOutcome,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-1",
  }),
  getPdf: get("/spaces/{spaceId}/change-requests/{changeRequestId}/pdf", {
    id: "getChangeRequestPDF",
    summary: "Get a temporary link to a PDF of a change request's content or some of its pages",
    effect: "read",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    query: pdfExtent,
    returns: Pdf,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  listContributors: get("/spaces/{spaceId}/change-requests/{changeRequestId}/contributors", {
    id: "getContributorsByChangeRequestId",
    summary: "List who edited or commented on a change request",
    effect: "read",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    returns: listOf(ChangeRequestContributor),
    errors: ["not_found"],
    source: "public-api",
  }),
};
