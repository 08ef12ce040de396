import { z } from "zod";
import { RichDocument } from "./document.ts";
import { Timestamp } from "./paging.ts";
import { User } from "./user.ts";

export const ChangeRequestStatus = z.enum(["draft", "open", "archived", "merged"]);
/** The statuses that can be set; only a merge makes a change request merged. */
export const SettableStatus = ChangeRequestStatus.exclude(["merged"]);
export const ChangeRequestSubject = z.string().max(100);

export const ChangeRequest = z.looseObject({
  object: z.enum(["change-request"]),
  id: z.string(),
  number: z.number().describe("Counts up within the space"),
  status: ChangeRequestStatus,
  subject: z.string(),
  description: RichDocument.optional(),
  createdBy: User.optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  space: z.string(),
  revision: z.string().describe("The change request's active revision"),
  revisionInitial: z.string().describe("The revision of the space it was made from"),
  revisionMergedAncestor: z.string().optional().describe("The revision of the space it last took in"),
  revisionMerged: z.string().optional().describe("The revision its merge made"),
  comments: z.number().describe("Open comments"),
  outdated: z.boolean().describe("The space has content that the change request has not taken in"),
  conversationsIssuesCluster: z.string().optional(),
  urls: z.looseObject({ app: z.string(), location: z.string() }),
});
export type ChangeRequest = z.infer<typeof ChangeRequest>;

/** A page or property that both sides changed in ways that cannot be put together. */
export const MergeConflict = z.looseObject({
  page: z.string().describe("Page id"),
  title: z.string(),
  path: z.string(),
  kind: z.enum(["text", "property", "deleted_in_space", "deleted_in_change_request"]),
  property: z.string().optional().describe("Which property, for kind `property`"),
  base: z.string().optional(),
  space: z.string().optional().describe("The space's side"),
  changeRequest: z.string().optional().describe("The change request's side, which it keeps until edited"),
});
export type MergeConflict = z.infer<typeof MergeConflict>;

export const MergeOutcome = z.looseObject({
  revision: z.string(),
  result: z.enum(["merge", "conflicts"]),
  conflicts: z.array(MergeConflict).optional(),
});
export const UpdateOutcome = z.looseObject({
  revision: z.string(),
  result: z.enum(["update", "conflicts"]),
  conflicts: z.array(MergeConflict).optional(),
});
