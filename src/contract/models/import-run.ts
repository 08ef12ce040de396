import { z } from "zod";
import { briefs } from "../brief.ts";
import { Id, WebUrl } from "./id.ts";
import { Timestamp } from "./paging.ts";

const runStatuses = ["pending", "in-progress", "completed", "failed", "cancelled"] as const;

/** Filter for a list of runs; `active` matches those that have not ended. */
export const ImportRunFilter = z.enum(["active", ...runStatuses]);

/** Where imported content comes from. */
export const ImportSource = z.discriminatedUnion("type", [
  z.object({
    type: z.enum(["website"]).describe("Pages of a website"),
    url: WebUrl.describe("Where the website begins; pages are found from there"),
  }),
  z.object({
    type: z.enum(["file"]).describe("Uploaded files"),
    files: z.array(z.string().max(1024)).min(1).max(50).describe("Keys that the upload of each file returned"),
  }),
]);

/** Where imported content goes. */
export const ImportTarget = z.object({
  space: Id.describe("Space to import into"),
  changeRequest: Id.optional().describe("Change request of the space; the space's content when left out"),
  page: Id.optional().describe("Page to import into; the root when left out"),
});

const ImportedPage = z.looseObject({
  id: z.string().describe("Id of the new page"),
  sourceURL: z.string().optional().describe("Where it was found"),
  type: z.enum(["page", "folder"]).optional().describe("`folder` only holds further pages"),
  status: z.enum(["complete", "pending"]).optional().describe("`pending` has no body yet"),
});

export const ImportRun = z
  .looseObject({
    object: z.enum(["import-run"]).optional().describe("Always `import-run`"),
    id: z.string().describe("Unique within the organization"),
    status: z.enum(runStatuses).describe("Status; the last three are final"),
    reason: z.string().optional().describe("Why it failed or was cancelled"),
    createdAt: Timestamp.optional().describe("When it was requested"),
    startedAt: Timestamp.optional().describe("When it began; absent while pending"),
    completedAt: Timestamp.optional().describe("When it completed"),
    updatedAt: Timestamp.optional().describe("When its status or pages last changed"),
    source: ImportSource.optional().describe("Where the content comes from"),
    target: ImportTarget.optional().describe("Where the content goes"),
    site: z.string().optional().describe("Id of the site it is for"),
    createdBy: z.string().optional().describe("Id of the user who requested it"),
    urls: z
      .looseObject({ location: z.string().describe("Its address in the API") })
      .optional()
      .describe("Where to find it"),
    pages: z.array(ImportedPage).optional().describe("Pages created so far"),
  })
  .register(briefs, { named: ["id", "status"] });

export type ImportRun = z.infer<typeof ImportRun>;
