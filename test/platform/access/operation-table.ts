import type { Role } from "../../../src/contract/models/role.ts";
import { settings } from "../../contract/examples/customization-settings.ts";

export interface AccessRow {
  /** The least role that may run it, in the space or, if it has none, in the organization. */
  readonly least: Role;
  /** Added to the path: a query. */
  readonly query?: string;
  /** JSON for the operation; `{space}` and the like represent ids. */
  readonly body?: string;
  /** Response to a guest without grants: 404 by default, because what cannot be seen does not exist. */
  readonly guest?: number;
  /** Response to a stranger to the organization: 404 by default. */
  readonly stranger?: number;
  /** Response without a token: 401 by default. */
  readonly withoutToken?: number;
  /**
   * Response to an administrator of another organization who names that organization and the objects of this one: 404 by
   * default, because they do not exist there.
   */
  readonly inOther?: number;
  /** Response for a deleted space, to its administrator: 404 by default. */
  readonly deleted?: number;
  /** Only the token of an integration may run it; whoever else tries gets 403. */
  readonly isForIntegrations?: boolean;
  /** It is about a member created for it, whom it removes; about the guest by default. */
  readonly removesMember?: boolean;
}

const row = (least: Role, body?: string | object, answers: Omit<AccessRow, "least" | "body"> = {}): AccessRow => ({
  least,
  ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  ...answers,
});

const text = { body: { markdown: "Well said." } };
const nothing = { guest: 204, stranger: 204 };
const forIntegrations = { isForIntegrations: true, guest: 403, stranger: 403 };
/** Guests enter an organization and find what they were granted in its lists. */
const list = { guest: 200 };
/** What another organization does not have needs no deletion. */
const goneInOther = { inOther: 204 };
/** Guests see the organization, and lack a role in it. */
const inOrganization = { guest: 403 };
/** Everyone may see a public integration. */
const anybody = { guest: 200, stranger: 200 };
const publisherAlone = { guest: 403, stranger: 403 };
const change = { changes: [{ operation: "insert_page", title: "New", document: { markdown: "x" } }] };

/** Guests see the organization, and that a site is gone that they could not see; strangers do not see the organization. */
const site = { guest: 204, ...goneInOther };

/** Who may run each operation of the platform. An operation that gets a handler also gets a row here. */
export const operationTable: Readonly<Record<string, AccessRow>> = {
  getApiInformation: row("read", undefined, { guest: 200, stranger: 200 }),
  getAuthenticatedUser: row("read", undefined, { guest: 200, stranger: 200 }),
  listOrganizationsForAuthenticatedUser: row("read", undefined, { guest: 200, stranger: 200 }),
  // The requested user is the guest.
  getUserById: row("read", undefined, { guest: 200 }),
  getOrganizationById: row("read", undefined, list),
  createOrganization: row("admin", { title: "Elsewhere" }, { guest: 403, stranger: 403 }),
  updateOrganizationById: row("admin", { title: "Local" }, inOrganization),
  getOrganizationAgentInstructions: row("read", undefined, inOrganization),
  updateOrganizationAgentInstructions: row(
    "admin",
    { instructions: { object: "document", data: {}, nodes: [] } },
    inOrganization,
  ),

  joinOrganization: row("read", undefined, { guest: 204, stranger: 400 }),
  getOrganizationsForEmailDomain: row("read", undefined, { guest: 200, stranger: 200 }),
  inviteUsersToOrganization: row("admin", { emails: ["new@example.com"], role: "read" }, inOrganization),
  // The invite does not exist, and the response is the same for everyone.
  joinOrganizationWithInvite: row("read"),
  listOrganizationInviteLinks: row("admin", undefined, inOrganization),
  createOrganizationInvite: row("admin", { role: "read" }, inOrganization),
  updateOrganizationInviteById: row("admin", { role: "read" }, inOrganization),
  deleteOrganizationInviteById: row("admin", undefined, { ...inOrganization, ...goneInOther }),

  listMembersInOrganizationById: row("read", undefined, inOrganization),
  // The requested member is the guest.
  getMemberInOrganizationById: row("read", undefined, { guest: 200 }),
  updateMemberInOrganizationById: row("admin", { role: null }, inOrganization),
  removeMemberFromOrganizationById: row("admin", undefined, { ...inOrganization, removesMember: true }),
  updateOrganizationMemberLastSeenAt: row("read", undefined, { guest: 200 }),
  setUserAsSSOMemberForOrganization: row("admin", undefined, inOrganization),
  listSpacesForOrganizationMember: row("admin", undefined, { guest: 200 }),
  listTeamsForOrganizationMember: row("read", undefined, { guest: 200 }),
  listTeamsInOrganizationById: row("read", undefined, inOrganization),
  createOrganizationTeam: row("admin", { title: "Writers" }, inOrganization),
  // Guests see the teams they are in, and this is not one of them.
  getTeamInOrganizationById: row("read"),
  removeTeamFromOrganizationById: row("admin", undefined, { ...inOrganization, ...goneInOther }),
  updateTeamInOrganizationById: row("admin", { title: "Authors" }),
  listTeamMembersInOrganizationById: row("read"),
  updateMembersInOrganizationTeam: row("admin", { add: ["{user}"] }),
  addMemberToOrganizationTeamById: row("admin", {}),
  deleteMemberFromOrganizationTeamById: row("admin"),

  listSAMLProvidersInOrganizationById: row("admin", undefined, inOrganization),
  createOrganizationSAMLProvider: row("admin", { label: "Mast works" }, inOrganization),
  getOrganizationSAMLProviderById: row("admin", undefined, inOrganization),
  updateOrganizationSAMLProvider: row("admin", { label: "Mast works" }, inOrganization),
  deleteOrganizationSAMLProvider: row("admin", undefined, { ...inOrganization, ...goneInOther }),
  listSSOProviderLoginsInOrganization: row("read", undefined, list),

  listSpacesInOrganizationById: row("read", undefined, list),
  listCollectionsInOrganizationById: row("read", undefined, list),
  listChangeRequestsForOrganization: row("read", undefined, list),
  searchOrganizationContent: row("read", undefined, { ...list, query: "query=x" }),
  askInOrganization: row("read", { query: "x" }, { guest: 501 }),
  listImportRuns: row("read", undefined, list),

  listOpenAPISpecs: row("read", undefined, inOrganization),
  createOpenAPISpec: row("create", { slug: "taken", source: { text: "openapi: 3.1.0" } }, inOrganization),
  getOpenAPISpecBySlug: row("read", undefined, inOrganization),
  // Organizations name their specifications as they like: the slug is free in another one.
  createOrUpdateOpenAPISpecBySlug: row(
    "create",
    { source: { text: "openapi: 3.1.0" } },
    { ...inOrganization, inOther: 201 },
  ),
  updateOpenAPISpecBySlug: row("create", { visibility: "private" }, { ...inOrganization, inOther: 200 }),
  deleteOpenAPISpecBySlug: row("create", undefined, { ...inOrganization, inOther: 205 }),
  listOpenAPISpecVersions: row("read", undefined, inOrganization),
  getLatestOpenAPISpecVersion: row("read", undefined, inOrganization),
  getLatestOpenAPISpecVersionContent: row("read", undefined, inOrganization),
  getLatestOpenAPISpecVersionContentRaw: row("read", undefined, inOrganization),
  getOpenAPISpecVersionById: row("read", undefined, inOrganization),
  getOpenAPISpecVersionContentById: row("read", undefined, inOrganization),

  listConversations: row("read", undefined, inOrganization),
  ingestConversation: row(
    "create",
    { id: "c1", parts: [{ type: "message", role: "user", body: "Hm?" }] },
    inOrganization,
  ),
  getConversationById: row("read", undefined, inOrganization),
  listConversationsIssues: row("read", undefined, inOrganization),
  getConversationIssueById: row("read", undefined, inOrganization),
  listConversationsIssuesClusters: row("read", undefined, inOrganization),
  getConversationsIssuesCluster: row("read", undefined, inOrganization),
  updateConversationsIssuesCluster: row("edit", { muted: true }, inOrganization),

  startImportRun: row("review", { source: { type: "file", files: ["none"] }, target: { space: "{space}" } }),
  getImportRun: row("read"),
  cancelImportRun: row("edit"),

  createSpace: row("create", {}, inOrganization),
  getSpaceById: row("read", undefined, { deleted: 200 }),
  updateSpaceById: row("admin", { emoji: "" }),
  deleteSpaceById: row("admin", undefined, { ...nothing, deleted: 204 }),
  restoreSpace: row("admin", undefined, { deleted: 200 }),
  duplicateSpace: row("create"),
  moveSpace: row("admin", { parent: "{collection}" }),
  transferSpace: row("admin", { organization: "{organization}" }),
  listSpaceLinks: row("read"),
  getSpacePDF: row("read"),
  applyTemplateToSpace: row("review", { id: "{space}" }),
  inviteToSpace: row("admin", { users: ["{user}"], role: "admin" }),
  listPermissionsAggregateInSpace: row("admin"),
  listUserPermissionsInSpace: row("admin"),
  listTeamPermissionsInSpace: row("admin"),
  updateUserPermissionInSpace: row("admin", { role: "read" }),
  removeUserFromSpace: row("admin"),

  // At an address that no job may call.
  importGitRepository: row("admin", { url: "https://127.0.0.1/docs.git", ref: "refs/heads/main" }),
  exportToGitRepository: row("admin", {
    url: "https://127.0.0.1/docs.git",
    ref: "refs/heads/main",
    commitMessage: "Update",
  }),
  getSpaceGitInfo: row("read"),
  deleteLegacyGitInstallation: row("admin", undefined, nothing),

  createCollection: row("create", {}, inOrganization),
  getCollectionById: row("read"),
  updateCollectionById: row("admin", { description: "x" }),
  deleteCollectionById: row("admin", undefined, nothing),
  listSpacesInCollectionById: row("read"),
  moveCollection: row("admin", { parent: null }),
  transferCollection: row("admin", { organization: "{organization}" }),

  getCurrentRevision: row("read"),
  listPages: row("read"),
  getPageById: row("read"),
  getPageByPath: row("read"),
  listPageLinksInSpace: row("read"),
  listSpacePageBacklinks: row("read"),
  listSpacePageMetaLinks: row("read"),
  getContentByUrl: row("read", undefined, { query: "url=https://docs.example.com/v1/spaces/{space}" }),
  listFiles: row("read"),
  getFileById: row("read"),
  listSpaceFileBacklinks: row("read"),
  getReusableContentById: row("read"),
  getReusableContentInChangeRequestById: row("read"),
  searchSpaceContent: row("read", undefined, { query: "query=x" }),
  getRevisionById: row("read"),
  getRevisionSemanticChanges: row("read"),
  getPageInRevisionById: row("read"),
  getPageInRevisionByPath: row("read"),
  listPagesInRevisionById: row("read"),
  listFilesInRevisionById: row("read"),

  getPageDocumentInRevisionById: row("read"),
  getReusableContentDocumentInRevisionById: row("read"),
  listRevisionPageMetaLinks: row("read"),
  getEmbedByUrlInSpace: row("read", undefined, { query: "url=https://vimeo.com/1" }),

  listSites: row("read", undefined, inOrganization),
  createSite: row("create", { spaces: ["{space}"] }, inOrganization),
  getSiteById: row("read"),
  updateSiteById: row("admin", { title: "Manual" }),
  deleteSiteById: row("admin", undefined, site),
  getSiteAdaptiveSchema: row("read"),
  updateSiteAdaptiveSchema: row("admin", {
    jsonSchema: { type: "object", properties: {}, additionalProperties: false },
  }),
  listSiteAdaptiveTemplateConditions: row("read"),
  searchSiteContent: row("read", { query: "x", scope: { mode: "all" } }),
  getSiteStructure: row("read"),
  sortSiteStructure: row("create", {
    item: { type: "site-section", id: "none" },
    position: { before: { type: "site-section", id: "none" } },
  }),
  listSiteSections: row("read"),
  addSectionToSite: row("create", { spaceId: null }),
  updateSiteSectionById: row("create", { title: "Guides" }),
  deleteSiteSectionById: row("create", undefined, site),
  listSiteSectionGroups: row("read"),
  addSectionGroupToSite: row("create", { title: "Products" }),
  updateSiteSectionGroupById: row("create", { title: "Products" }),
  deleteSiteSectionGroupById: row("create", undefined, site),
  addSectionToGroup: row("create", { sectionId: "none" }),
  listSiteSpaces: row("read"),
  addSpaceToSite: row("create", { spaceId: null }),
  updateSiteSpaceById: row("create", { hidden: true }),
  deleteSiteSpaceById: row("create", undefined, site),
  getSiteCustomizationById: row("read"),
  updateSiteCustomizationById: row("admin", settings),
  getSiteSpaceCustomizationById: row("read"),
  overrideSiteSpaceCustomizationById: row("admin", { favicon: null }),
  deleteSiteSpaceCustomizationById: row("admin", undefined, site),
  listSiteRedirects: row("read"),
  getSiteRedirectBySource: row("read", undefined, { query: "source=/none" }),
  createSiteRedirect: row("create", {
    source: "/{space}",
    destination: { kind: "external", url: "https://example.com/" },
  }),
  bulkUpsertSiteRedirects: row("create", { redirects: [{ source: "/none", destination: null }] }),
  updateSiteRedirectById: row("create", { permanent: true }),
  deleteSiteRedirectById: row("create", undefined, site),
  listSiteShareLinks: row("admin"),
  createSiteShareLink: row("admin", { name: "Partners" }),
  updateSiteShareLinkById: row("admin", { active: true }),
  deleteSiteShareLinkById: row("admin", undefined, site),
  publishSite: row("admin"),
  unpublishSite: row("admin"),
  getPublishedContentSite: row("read"),
  getSitePublishingAuthById: row("admin"),
  updateSitePublishingAuthById: row("admin", { backend: "custom" }),
  getSitePublishingPreviewById: row("read"),
  // Nothing opens without the token of the preview, whoever calls.
  resolvePublishedContentByUrl: row(
    "read",
    { url: "https://docs.example.com/sites/~preview/{site}/" },
    { withoutToken: 404 },
  ),
  getPublishedContentByUrl: row("read", undefined, {
    query: "url=https://docs.example.com/sites/~preview/{site}/",
    withoutToken: 404,
  }),

  listChangeRequestsForSpace: row("read"),
  createChangeRequest: row("edit", {}),
  getChangeRequestById: row("read"),
  updateChangeRequestById: row("edit", { subject: "x" }),
  mergeChangeRequest: row("review"),
  updateChangeRequest: row("edit"),
  getChangeRequestPDF: row("read"),
  getContributorsByChangeRequestId: row("read"),
  getRevisionOfChangeRequestById: row("read"),
  updateChangeRequestContent: row("edit", change),
  listPagesInChangeRequest: row("read"),
  getPageInChangeRequestById: row("read"),
  getPageInChangeRequestByPath: row("read"),
  getChangeRequestChanges: row("read"),
  listFilesInChangeRequestById: row("read"),
  getFileInChangeRequestById: row("read"),

  getReviewsByChangeRequestId: row("read"),
  getChangeRequestReviewById: row("read"),
  submitChangeRequestReview: row("review", { status: "approved" }),
  getRequestedReviewersByChangeRequestId: row("read"),
  requestReviewersForChangeRequest: row("edit", { users: ["{user}"] }),
  removeRequestedReviewerFromChangeRequest: row("edit"),

  listCommentsInSpace: row("read"),
  postCommentInSpace: row("comment", text),
  getCommentInSpace: row("read"),
  updateCommentInSpace: row("comment", { resolved: true }),
  deleteCommentInSpace: row("admin"),
  listCommentRepliesInSpace: row("read"),
  postCommentReplyInSpace: row("comment", text),
  getCommentReplyInSpace: row("read"),
  updateCommentReplyInSpace: row("comment", { addedReactions: ["1f44d"] }),
  deleteCommentReplyInSpace: row("admin"),
  listCommentersInSpace: row("read"),
  listCommentsInChangeRequest: row("read"),
  postCommentInChangeRequest: row("comment", text),
  getCommentInChangeRequest: row("read"),
  updateCommentInChangeRequest: row("comment", { resolved: true }),
  deleteCommentInChangeRequest: row("admin"),
  listCommentRepliesInChangeRequest: row("read"),
  postCommentReplyInChangeRequest: row("comment", text),
  getCommentReplyInChangeRequest: row("read"),
  updateCommentReplyInChangeRequest: row("comment", { addedReactions: ["1f44d"] }),
  deleteCommentReplyInChangeRequest: row("admin"),
  listCommentersInChangeRequest: row("read"),

  listTranslations: row("read", undefined, list),
  createTranslation: row("create", { source: { space: "{space}", language: "en" }, language: "de" }, inOrganization),
  getTranslation: row("read", undefined, { guest: 404 }),
  updateTranslation: row("create", { instructions: { object: "document", data: {}, nodes: [] } }, inOrganization),
  deleteTranslation: row("create", undefined, { ...inOrganization, ...goneInOther }),
  runTranslation: row("create", {}, inOrganization),
  listGlossaryEntries: row("read", undefined, inOrganization),
  updateGlossaryEntries: row(
    "create",
    { operations: [{ type: "insert", translations: { en: "space", de: "Bereich" } }] },
    inOrganization,
  ),

  listIntegrations: row("read", undefined, anybody),
  getIntegrationByName: row("read", undefined, anybody),
  publishIntegration: row(
    "admin",
    { title: "Chat", description: "Posts.", scopes: [], script: "", organization: "{organization}" },
    { guest: 403, stranger: 404 },
  ),
  unpublishIntegration: row("admin", undefined, publisherAlone),
  listIntegrationEvents: row("admin", undefined, publisherAlone),
  getIntegrationEvent: row("admin", undefined, publisherAlone),
  setIntegrationDevelopmentMode: row("admin", { tunnelUrl: "https://tunnel.example.com" }, publisherAlone),
  disableIntegrationDevelopmentMode: row("admin", undefined, publisherAlone),
  listIntegrationInstallations: row("read", undefined, anybody),
  installIntegration: row("admin", { organization: "{organization}" }, inOrganization),
  listIntegrationSpaceInstallations: row("read", undefined, anybody),
  listIntegrationSiteInstallations: row("read", undefined, anybody),
  getIntegrationInstallationById: row("read"),
  updateIntegrationInstallation: row("admin", { externalIds: ["a"] }),
  uninstallIntegration: row("admin"),
  installIntegrationOnSpace: row("admin", { space: "{space}" }),
  listIntegrationInstallationSpaces: row("read"),
  getIntegrationSpaceInstallation: row("read"),
  updateIntegrationSpaceInstallation: row("admin", { externalIds: ["a"] }),
  uninstallIntegrationFromSpace: row("admin", undefined, { deleted: 204 }),
  listIntegrationInstallationSites: row("read"),
  installIntegrationOnSite: row("admin", { siteId: "{site}" }),
  getIntegrationSiteInstallation: row("read"),
  updateIntegrationSiteInstallation: row("admin", { externalIds: ["a"] }),
  uninstallIntegrationFromSite: row("admin"),
  createIntegrationInstallationToken: row("admin", undefined, forIntegrations),
  queueIntegrationTask: row("admin", { task: { type: "digest" } }, forIntegrations),
  listSpaceIntegrations: row("read"),
  listSiteIntegrations: row("read"),
};
