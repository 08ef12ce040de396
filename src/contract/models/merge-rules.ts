import { z } from "zod";

const MergeRule = z.looseObject({
  rule: z.enum([
    "require_specific_reviewers",
    "require_one_of_specific_reviewers",
    "allow_bypass",
    "require_at_least_one_review",
    "require_at_least_one_approved_review",
    "require_all_reviews_approved",
    "require_agent_review",
    "require_up_to_date_change_request",
    "require_change_request_subject",
    "require_change_request_description",
    "require_author_to_merge",
    "custom",
  ]),
  users: z.array(z.string()).optional().describe("User ids the rule names"),
  expression: z.string().max(1024).optional().describe("Condition of a custom rule"),
  message: z.string().optional().describe("What a custom rule says when it refuses"),
});

export const SpaceMergeRules = z.object({
  type: z.enum(["inherit", "rules", "none"]).describe("`inherit` takes the organization's rules"),
  rules: z.array(MergeRule).optional(),
});
export type SpaceMergeRules = z.infer<typeof SpaceMergeRules>;

export const OrganizationMergeRules = z.object({
  type: z.enum(["rules", "none"]),
  rules: z.array(MergeRule).optional(),
});
