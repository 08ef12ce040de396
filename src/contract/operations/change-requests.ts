import { z } from "zod";
import {
  ChangeRequest,
  ChangeRequestStatus,
  ChangeRequestSubject,
  MergeOutcome,
  SettableStatus,
  UpdateOutcome,
} from "../models/change-request.ts";
import { ChangeRequestContributor } from "../models/contributor.ts";
import { RichDocument } from "../models/document.ts";
import { ChangeRequestId, Id, OrganizationId, SpaceId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { Pdf } from "../models/pdf.ts";
import { SpaceTemplate } from "../models/space-template.ts";
import { get, patch, post } from "../operation.ts";

const filters = {
  creator: Id.optional().describe("Only those this user made"),
  contributor: Id.optional().describe("Only those this user edited"),
  requestedReviewer: Id.optional().describe("Only those that wait for this user's review"),
  conversationsIssuesCluster: Id.optional().describe("Only those made for this cluster of conversation issues"),
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
    summary: "List the change requests of every space in an organization",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: {
      status: ChangeRequestStatus.optional().describe("Only those with this status; all when left out"),
      ...filters,
      ...paging,
    },
    returns: listOf(ChangeRequest),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  create: post("/spaces/{spaceId}/change-requests", {
    id: "createChangeRequest",
    summary: "Start a change request: a draft copy of the space's content to edit",
    effect: "create",
    params: { spaceId: SpaceId },
    body: {
      subject: ChangeRequestSubject.optional().describe("What it is for, in one line"),
      template: SpaceTemplate.optional().describe("Template to fill the draft with"),
      conversationsIssuesCluster: Id.optional().describe("Cluster of conversation issues it is made for"),
    },
    openBody: true,
    returns: ChangeRequest,
    errors: ["not_found", "forbidden", "not_implemented"],
    source: "platform-api-1",
  }),
  get: get("/spaces/{spaceId}/change-requests/{changeRequestId}", {
    id: "getChangeRequestById",
    summary: "Read one change request",
    effect: "read",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    returns: ChangeRequest,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  update: patch("/spaces/{spaceId}/change-requests/{changeRequestId}", {
    id: "updateChangeRequestById",
    summary: "Change a change request's subject, description or status",
    description: "Merging is an operation of its own.",
    effect: "update",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    body: {
      subject: ChangeRequestSubject.optional().describe("What it is for, in one line"),
      description: RichDocument.optional().describe("What it is for, at length; replaces the old one"),
      status: SettableStatus.optional().describe("`open` asks for a review, `archived` closes it without a merge"),
    },
    returns: ChangeRequest,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-1",
  }),
  merge: post("/spaces/{spaceId}/change-requests/{changeRequestId}/merge", {
    id: "mergeChangeRequest",
    summary: "Merge a change request into its space",
    description:
      "Result `conflicts` means that nothing was merged: update the change request, edit the pages it names, merge again.",
    effect: "run",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    success: 200,
    returns: MergeOutcome,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-1",
  }),
  updateFromSpace: post("/spaces/{spaceId}/change-requests/{changeRequestId}/update", {
    id: "updateChangeRequest",
    summary: "Take the space's newest content into a change request",
    description:
      "Result `conflicts` means that the change request kept its own side of the passages named; editing those pages resolves them.",
    effect: "update",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    success: 200,
    returns: UpdateOutcome,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-1",
  }),
  getPdf: get("/spaces/{spaceId}/change-requests/{changeRequestId}/pdf", {
    id: "getChangeRequestPDF",
    summary: "Get a temporary link to a change request's content as PDF",
    effect: "read",
    params: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
    query: {
      only: z.boolean().optional().describe("True leaves out the pages below `page`"),
      page: Id.optional().describe("Page to begin with; the whole content when left out"),
    },
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
