import { expect, it } from "vitest";
import { substitutes } from "../../src/prompts/write-prompt.ts";
import { searchOperations } from "../../src/tools/operations/search.ts";

it.each([
  ["list_spaces", "listSpacesInOrganizationById"],
  ["list_pages", "listPages"],
  ["search_docs", "searchOrganizationContent"],
  ["read_page", "getPageById"],
  ["show_changes", "getChangeRequestChanges"],
  ["list_comments", "listCommentsInChangeRequest"],
  ["list_issue_clusters", "listConversationsIssuesClusters"],
  ["open_change_request", "createChangeRequest"],
  ["edit_page", "updateChangeRequestContent"],
  ["post_comment", "postCommentInChangeRequest"],
  ["merge_change_request", "mergeChangeRequest"],
  ["translate_space", "runTranslation"],
  ["publish_openapi_spec", "createOrUpdateOpenAPISpecBySlug"],
  ["update_site", "publishSite"],
  ["update_issue_cluster", "updateConversationsIssuesCluster"],
] as const)("the substitute of %s is found: the operation %s", (tool, operation) => {
  expect(searchOperations(substitutes[tool].task, 8).map((found) => found.operation.id)).toContain(operation);
});
