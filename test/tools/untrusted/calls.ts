import type { Input } from "../scripted-calls.ts";

const space = { space: "guides" };
const draft = { space: "guides", change_request: "7" };
const edits = [{ old_text: "The fee is 2 %.", new_text: "The fee is 3 %." }];
const talk = { id: "mail-1", messages: [{ role: "user", text: "Where is my refund?" }] };
const subjects = {
  members: "u1",
  teams: undefined,
  sites: "site1",
  openapi_specs: "petstore",
  translations: "tr1",
  agent_instructions: undefined,
};

/** Calls of every hand-made tool to which a planted service responds; names are ids, because titles are planted. */
export const answeredCalls: Readonly<Record<string, readonly Input[]>> = {
  search_docs: [{ query: "fee" }, { query: "fee", space: "guides" }],
  list_spaces: [{}],
  list_pages: [space, draft, { ...space, under: "group1" }],
  read_page: [
    { ...space, page: "billing1" },
    { ...draft, page: "billing1" },
    { ...space, page: "billing1", format: "outline" },
    { ...space, page: "billing1", section: "Refunds" },
    { ...space, page: "billing1", revision: "rev1" },
    { ...space, page: "group1" },
  ],
  edit_page: [
    { ...draft, page: "billing1", edits },
    { ...draft, page: "billing1", edits, dry_run: true },
  ],
  write_pages: [
    { ...draft, pages: [{ action: "rename", page: "billing1", title: "Fees" }] },
    {
      ...draft,
      dry_run: true,
      pages: [
        { action: "replace", page: "billing1", markdown: "# Fees\n", revision: "rev2" },
        { action: "delete", page: "group1" },
      ],
    },
  ],
  show_changes: [draft, { ...draft, page: "billing1" }, space, {}],
  open_change_request: [{ ...space, subject: "Fees", issue_cluster: "k1" }],
  update_change_request: [{ ...draft, subject: "Fees", description: "New", reviewers: ["u1"] }],
  merge_change_request: [{ ...draft, update_first: true }],
  list_comments: [space, draft, { ...space, page: "billing1" }],
  post_comment: [
    { ...space, page: "billing1", text: "Hello" },
    { ...draft, comment: "c1", text: "Yes.", status: "resolved" },
    { ...draft, text: "Good.", verdict: "approved" },
  ],
  list_issue_clusters: [{}, { cluster: "k1" }],
  update_issue_cluster: [{ cluster: "k1", muted: true }],
  ingest_conversations: [{ conversations: [talk] }],
  show_organization: Object.entries(subjects).flatMap(([about, name]) => [
    { about },
    ...(name === undefined ? [] : [{ about, name }]),
  ]),
  manage_people: [
    { action: "invite", people: ["new@acme.com"], role: "read" },
    { action: "revoke_invite", people: ["i1"] },
    { action: "set_role", people: ["u1"], role: "edit" },
    { action: "remove", people: ["u1"] },
    { action: "add_to_team", people: ["u1"], team: "t1" },
  ],
  check_integration: [{ integration: "chat" }, { integration: "chat", event: "event1" }],
  set_up_integration: [
    { integration: "chat", configuration: { channel: "docs" }, space: "guides", test_event: "event1" },
  ],
  publish_openapi_spec: [{ slug: "petstore", text: "openapi: 3.1.0", visibility: "public" }],
  sync_git: [
    space,
    { ...space, direction: "import", url: "https://git.example.com/docs.git", branch: "main" },
    { ...space, direction: "export", url: "https://git.example.com/docs.git", branch: "main", message: "Fees" },
  ],
  translate_space: [{ space: "guides", language: "fr", instructions: "Say *vous*." }],
  update_site: [{ site: "site1", title: "Help", spaces: ["guides"], section: "Learn", published: true }],
  find_operations: [{ task: "members" }],
  read_operation: [
    { operation: "getSpaceById", arguments: { spaceId: "guides" } },
    { operation: "getPageById", arguments: { spaceId: "guides", pageId: "billing1" } },
    { operation: "listSpaceLinks", arguments: { spaceId: "guides" } },
    { operation: "listFiles", arguments: { spaceId: "guides" } },
    { operation: "getConversationById", arguments: { organizationId: "acme", conversationId: "talk1" } },
    { operation: "listCommentsInSpace", arguments: { spaceId: "guides" } },
  ],
  write_operation: [
    { operation: "updateChangeRequestById", arguments: { spaceId: "guides", changeRequestId: "draft1" } },
  ],
  delete_operation: [{ operation: "deleteSpaceById", arguments: { spaceId: "guides" } }],
};

/** Tools for a single operation. */
export const operationCalls: Readonly<Record<string, Input>> = {
  get_space_by_id: { spaceId: "guides" },
  get_page_by_id: { spaceId: "guides", pageId: "billing1" },
  get_change_request_by_id: { spaceId: "guides", changeRequestId: "draft1" },
  list_comments_in_space: { spaceId: "guides" },
  list_members_in_organization_by_id: { organizationId: "acme" },
  get_site_structure: { organizationId: "acme", siteId: "site1" },
};

/** Names that match nothing, so that an answer lists what exists. */
export const mistakenCalls: Readonly<Record<string, Input>> = {
  list_pages: { space: "No such space" },
  read_page: { space: "guides", page: "No such page" },
  search_docs: { query: "x", space: "Nobody" },
  edit_page: { ...draft, page: "billing1", edits: [{ old_text: "The fee iz 2 %", new_text: "x" }] },
  show_changes: { space: "guides", change_request: "No such subject" },
  list_issue_clusters: { cluster: "No such label" },
  update_change_request: { ...draft, reviewers: ["Nobody"] },
  update_site: { site: "No such site", title: "x" },
  show_organization: { about: "teams", name: "No such team" },
  translate_space: { space: "No such space", language: "fr" },
  read_operation: { operation: "getSpaceById", arguments: { spaceId: "No such space" } },
};
