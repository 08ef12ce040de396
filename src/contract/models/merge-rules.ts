import { z } from "zod";

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
      .describe("What a change request needs before it is merged"),
  }),
  z.object({
    rule: z.enum(["custom"]).describe("A condition written out"),
    expression: z.string().max(1024).describe("Must hold for a change request to be merged"),
    message: z.string().optional().describe("What it says when it refuses"),
  }),
]);

export type MergeRule = z.infer<typeof MergeRule>;

const Rules = z.object({
  type: z.enum(["rules"]).describe("Rules of its own"),
  rules: z.array(MergeRule).describe("All must hold for a merge"),
});
const none = z.enum(["none"]).describe("Anyone who may merge does so at any time");

/** What must hold before a change request of the space is merged. */
export const SpaceMergeRules = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["inherit"]).describe("The rules of the organization") }),
  Rules,
  z.object({ type: none }),
]);
export type SpaceMergeRules = z.infer<typeof SpaceMergeRules>;

/** What must hold before a change request is merged, in spaces that inherit the rules. */
export const OrganizationMergeRules = z.discriminatedUnion("type", [Rules, z.object({ type: none })]);
export type OrganizationMergeRules = z.infer<typeof OrganizationMergeRules>;
