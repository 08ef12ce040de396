import { z } from "zod";
import { briefs } from "../brief.ts";
import { RichDocument } from "./document.ts";
import { Timestamp } from "./paging.ts";
import { User } from "./user.ts";

export const ChangeRequestStatus = z.enum(["draft", "open", "archived", "merged"]);
/** The statuses that callers can set; only a merge sets `merged`. */
export const SettableStatus = ChangeRequestStatus.exclude(["merged"]);
export const ChangeRequestSubject = z.string().max(100);

const SiteTopic = z.looseObject({
  site: z.string().describe("Id of the site"),
  topic: z.string().describe("Id of the topic of the site"),
  finding: z.string().optional().describe("Id of the finding it was created for, if any"),
});

const StyleguideCheck = z.looseObject({
  site: z.string().describe("Id of the site"),
  run: z.string().describe("Id of the check"),
  changedPages: z.number().optional().describe("Pages the check changed"),
  checkedAt: Timestamp.optional().describe("When the check ended"),
});

export const ChangeRequest = z
  .looseObject({
    object: z.enum(["change-request"]).describe("Always `change-request`"),
    id: z.string().describe("Unique everywhere, unlike the number"),
    number: z.number().describe("Counts up within the space"),
    status: ChangeRequestStatus.describe("Archived ones were closed without a merge"),
    subject: ChangeRequestSubject.describe("What it is for, in one line; may be empty"),
    description: RichDocument.optional().describe("What it is for, in detail"),
    createdBy: User.optional().describe("Who created it"),
    createdAt: Timestamp.describe("When it was created"),
    updatedAt: Timestamp.describe("When it or its content last changed"),
    mergedBy: User.optional().describe("Who merged it; absent until merged"),
    mergedAt: Timestamp.optional().describe("When it was merged; absent until merged"),
    space: z.string().describe("Id of the space it changes"),
    revision: z.string().describe("The change request's active revision"),
    revisionInitial: z.string().describe("The revision of the space it was created from"),
    revisionMergedAncestor: z.string().optional().describe("The revision of the space it was last updated from"),
    revisionMerged: z.string().optional().describe("The revision that its merge created"),
    comments: z.number().describe("Open comments"),
    outdated: z.boolean().describe("The space has content that the change request does not have yet"),
    conversationsIssuesCluster: z.string().optional().describe("Cluster of conversation issues it was created for"),
    siteTopic: SiteTopic.optional().describe("Topic of a site it was created for"),
    styleguide: StyleguideCheck.optional().describe("Check against a style guide that created it"),
    urls: z
      .looseObject({
        app: z.string().describe("Its page in the web app"),
        location: z.string().describe("Its address in the API"),
      })
      .describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "number", "subject"],
    listed: [
      "id",
      "number",
      "status",
      "subject",
      "description",
      "createdBy",
      "updatedAt",
      "mergedBy",
      "mergedAt",
      "revisionMerged",
      "space",
      "comments",
      "outdated",
      "conversationsIssuesCluster",
    ],
    defaults: { comments: 0, outdated: false },
  });
export type ChangeRequest = z.infer<typeof ChangeRequest>;

/** A page or property that both sides changed in ways that cannot be merged. */
export const MergeConflict = z.looseObject({
  page: z.string().describe("Page id"),
  title: z.string().describe("Title above the page"),
  path: z.string().describe("Path of the page, from the root"),
  kind: z
    .enum(["text", "property", "deleted_in_space", "deleted_in_change_request"])
    .describe("What the two sides cannot agree on"),
  property: z.string().optional().describe("Name of the property, for kind `property`"),
  base: z.string().optional().describe("The content before either side changed it"),
  space: z.string().optional().describe("The space's side"),
  changeRequest: z.string().optional().describe("The change request's side, which it keeps until edited"),
});
export type MergeConflict = z.infer<typeof MergeConflict>;

const conflicts = z.array(MergeConflict).optional().describe("Passages to resolve, for result `conflicts`");

export const MergeOutcome = z.looseObject({
  revision: z.string().describe("Active revision of the space after the call"),
  result: z.enum(["merge", "conflicts"]).describe("`conflicts` means that some passages must be resolved"),
  conflicts,
});
export type MergeOutcome = z.infer<typeof MergeOutcome>;

export const UpdateOutcome = z.looseObject({
  revision: z.string().describe("Active revision of the change request after the call"),
  result: z.enum(["update", "conflicts"]).describe("`conflicts` means that some passages must be resolved"),
  conflicts,
});
export type UpdateOutcome = z.infer<typeof UpdateOutcome>;
