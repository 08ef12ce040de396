import { z } from "zod";
import { briefs } from "../brief.ts";
import { Comment } from "./comment.ts";
import { Timestamp } from "./paging.ts";
import { User } from "./user.ts";

export const ReviewStatus = z.enum(["changes-requested", "approved"]);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

export const Review = z
  .looseObject({
    object: z.enum(["change-request-review"]).describe("Always `change-request-review`"),
    id: z.string().describe("Unique within the change request"),
    revision: z.string().describe("Revision of the change request that was reviewed"),
    reviewer: User.describe("Who reviewed"),
    requestedBy: User.optional().describe("Who requested the review; absent if no one did"),
    status: ReviewStatus.describe("The verdict"),
    outdated: z
      .boolean()
      .describe(
        "A newer review or request of the same reviewer replaced it, or it approved content that was edited since",
      ),
    agent: z
      .looseObject({ name: z.string().optional().describe("What it calls itself; absent if it does not say") })
      .optional()
      .describe("The agent that reviewed as the reviewer, with a tool; absent if the reviewer did without one"),
    comment: Comment.optional().describe("What the reviewer wrote with the verdict"),
    createdAt: Timestamp.describe("When it was submitted"),
    updatedAt: Timestamp.describe("When it last changed"),
    urls: z.looseObject({ location: z.string().describe("Its address in the API") }).describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "status"],
    listed: ["id", "status", "reviewer", "requestedBy", "outdated", "comment.body", "createdAt"],
    defaults: { outdated: false },
  });
export type Review = z.infer<typeof Review>;

const requested = {
  object: z.enum(["change-request-requested-reviewer"]).describe("Always `change-request-requested-reviewer`"),
  revision: z.string().describe("Revision of the change request when the review was requested"),
  requestedBy: User.describe("Who asked"),
  createdAt: Timestamp.describe("When the review was requested"),
};

/** A user or team whose review of a change request is pending. */
export const RequestedReviewer = z.discriminatedUnion("kind", [
  z.looseObject({
    ...requested,
    kind: z.enum(["user"]).describe("A user is to review"),
    user: User.describe("Who is to review"),
  }),
  z.looseObject({
    ...requested,
    kind: z.enum(["team"]).describe("A team is to review"),
    team: z
      .looseObject({
        object: z.enum(["team"]).describe("Always `team`"),
        id: z.string().describe("Id of the team"),
      })
      .describe("The team, of which one member is to review"),
  }),
]);
export type RequestedReviewer = z.infer<typeof RequestedReviewer>;

export const MergeRule = z.discriminatedUnion("rule", [
  z.object({
    rule: z
      .enum(["require_specific_reviewers", "require_one_of_specific_reviewers", "allow_bypass"])
      .describe("All or one of the users must approve; `allow_bypass` lets them merge regardless"),
    users: z.array(z.string()).describe("Ids of the users it names"),
  }),
  z.object({
    rule: z
      .enum([
        "require_at_least_one_review",
        "require_at_least_one_approved_review",
        "require_all_reviews_approved",
        "require_agent_review",
        "require_up_to_date_change_request",
        "require_change_request_subject",
        "require_change_request_description",
        "require_author_to_merge",
      ])
      .describe(
        "What a change request needs before it is merged; `require_agent_review` is met by a current verdict that an agent gave with a tool, acting as a user who did not write it",
      ),
  }),
  z.object({
    rule: z.enum(["custom"]).describe("A condition written out"),
    expression: z.string().max(1024).describe("Must be true for a change request to be merged"),
    message: z.string().optional().describe("What it says when it refuses"),
  }),
]);

export type MergeRule = z.infer<typeof MergeRule>;

const Rules = z.object({
  type: z.enum(["rules"]).describe("Its own rules"),
  rules: z.array(MergeRule).describe("All must hold for a merge"),
});
const none = z.enum(["none"]).describe("Anyone who may merge does so at any time");

/** Conditions for merging a change request of the space. */
export const SpaceMergeRules = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["inherit"]).describe("The rules of the organization") }),
  Rules,
  z.object({ type: none }),
]);
export type SpaceMergeRules = z.infer<typeof SpaceMergeRules>;

/** Conditions for merging a change request in spaces that inherit the rules. */
export const OrganizationMergeRules = z.discriminatedUnion("type", [Rules, z.object({ type: none })]);
export type OrganizationMergeRules = z.infer<typeof OrganizationMergeRules>;
