import { z } from "zod";
import { Id, ImportRunId, OrganizationId } from "../models/id.ts";
import { ImportRun, ImportRunFilter, ImportSource, ImportTarget } from "../models/import-run.ts";
import { listOf, paging } from "../models/paging.ts";
import { get, post } from "../operation.ts";

const isInChangeRequest = (target: unknown): boolean =>
  typeof target === "object" &&
  target !== null &&
  "changeRequest" in target &&
  typeof target.changeRequest === "string" &&
  target.changeRequest !== "";

export const imports = {
  start: post("/org/{organizationId}/imports", {
    id: "startImportRun",
    summary: "Start importing a website or uploaded files into a space, change request or page",
    description: "Returns as soon as the run is created; read the run to see its progress.",
    effect: "run",
    reach: {
      among: ["runs", "changes_content"],
      of: ({ target }) => (isInChangeRequest(target) ? "runs" : "changes_content"),
    },
    insteadOf: ["mergeChangeRequest"],
    params: { organizationId: OrganizationId },
    body: {
      source: ImportSource.describe("Where the content comes from"),
      target: ImportTarget.describe("Where the content goes"),
      site: Id.optional().describe("Site it is for, where the space is not part of the site yet"),
      enhance: z.boolean().default(true).describe("False keeps a language model from improving the content"),
    },
    returns: ImportRun,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "public-api",
    follow: { by: "getImportRun", from: { importRunId: "id" }, state: ["status"], while: ["pending", "in-progress"] },
  }),
  list: get("/org/{organizationId}/imports", {
    id: "listImportRuns",
    summary: "List an organization's import runs",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: {
      space: Id.optional().describe("Only those into this space"),
      changeRequest: Id.optional().describe("Only those into this change request"),
      site: Id.optional().describe("Only those for this site"),
      status: ImportRunFilter.optional().describe("Only those with this status; `active` is pending or in progress"),
      ...paging,
    },
    returns: listOf(ImportRun),
    errors: ["not_found"],
    source: "public-api",
  }),
  get: get("/org/{organizationId}/imports/{importRunId}", {
    id: "getImportRun",
    summary: "Read the progress of an import run",
    effect: "read",
    params: { organizationId: OrganizationId, importRunId: ImportRunId },
    returns: ImportRun,
    errors: ["not_found"],
    source: "public-api",
  }),
  cancel: post("/org/{organizationId}/imports/{importRunId}/cancel", {
    id: "cancelImportRun",
    summary: "Stop an import run that has not ended",
    effect: "update",
    reach: "administers",
    params: { organizationId: OrganizationId, importRunId: ImportRunId },
    success: 200,
    otherSuccess: [201],
    returns: ImportRun,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "public-api",
  }),
};
