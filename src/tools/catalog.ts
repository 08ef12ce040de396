import type { Tool } from "./tool.ts";

/** Every hand-written tool and the four that reach all operations, by name; each is loaded on its first call. */
export const catalog = {
  search_docs: () => import("./catalog/search-docs.ts").then((module) => module.searchDocs),
  list_spaces: () => import("./catalog/list-spaces.ts").then((module) => module.listSpaces),
  list_pages: () => import("./catalog/list-pages.ts").then((module) => module.listPages),
  read_page: () => import("./catalog/read-page.ts").then((module) => module.readPage),
  open_change_request: () => import("./catalog/open-change-request.ts").then((module) => module.openChangeRequest),
  edit_page: () => import("./catalog/edit-page.ts").then((module) => module.editPage),
  write_pages: () => import("./catalog/write-pages.ts").then((module) => module.writePages),
  show_changes: () => import("./catalog/show-changes.ts").then((module) => module.showChanges),
  update_change_request: () =>
    import("./catalog/update-change-request.ts").then((module) => module.updateChangeRequest),
  merge_change_request: () => import("./catalog/merge-change-request.ts").then((module) => module.mergeChangeRequest),
  list_comments: () => import("./catalog/list-comments.ts").then((module) => module.listComments),
  post_comment: () => import("./catalog/post-comment.ts").then((module) => module.postComment),
  list_issue_clusters: () => import("./catalog/list-issue-clusters.ts").then((module) => module.listIssueClusters),
  update_issue_cluster: () => import("./catalog/update-issue-cluster.ts").then((module) => module.updateIssueCluster),
  ingest_conversations: () => import("./catalog/ingest-conversations.ts").then((module) => module.ingestConversations),
  show_organization: () => import("./catalog/show-organization.ts").then((module) => module.showOrganization),
  manage_people: () => import("./catalog/manage-people.ts").then((module) => module.managePeople),
  publish_openapi_spec: () => import("./catalog/publish-openapi-spec.ts").then((module) => module.publishOpenapiSpec),
  translate_space: () => import("./catalog/translate-space.ts").then((module) => module.translateSpace),
  sync_git: () => import("./catalog/sync-git.ts").then((module) => module.syncGit),
  check_integration: () => import("./catalog/check-integration.ts").then((module) => module.checkIntegration),
  set_up_integration: () => import("./catalog/set-up-integration.ts").then((module) => module.setUpIntegration),
  update_site: () => import("./catalog/update-site.ts").then((module) => module.updateSite),
  find_operations: () => import("./operations/long-tail.ts").then((module) => module.findOperations),
  read_operation: () => import("./operations/long-tail.ts").then((module) => module.readOperation),
  write_operation: () => import("./operations/long-tail.ts").then((module) => module.writeOperation),
  delete_operation: () => import("./operations/long-tail.ts").then((module) => module.deleteOperation),
} as const satisfies Readonly<Record<string, () => Promise<Tool>>>;
