import { z } from "zod";
import { ChangeRequest } from "./change-request.ts";
import { File } from "./file.ts";
import { PageSummary } from "./page.ts";
import { Timestamp, Urls } from "./paging.ts";

export const Revision = z.looseObject({
  object: z.enum(["revision"]),
  id: z.string(),
  type: z.enum(["edits", "merge", "rollback", "update", "computed"]),
  parents: z.array(z.string()).describe("Ids of the revisions it was made from"),
  mergedFrom: ChangeRequest.optional().describe("The change request whose merge made it"),
  pages: z.array(PageSummary),
  files: z.array(File),
  reusableContents: z.array(z.looseObject({ id: z.string(), title: z.string() })),
  variables: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.looseObject({})),
  createdAt: Timestamp,
  git: z.looseObject({ oid: z.string(), message: z.string() }).optional(),
  urls: Urls,
});
export type Revision = z.infer<typeof Revision>;
