/** Operations that neither published version has, each with the reason why the contract has it. */
export const undescribed: Readonly<Record<string, string>> = {
  updateConversationsIssuesCluster:
    "The platform text has it; the conversations of 0.146.0 do not, and 0.202.0 has no conversations.",
};

/** Operations and their members, each with a reason. `a.b` is a member of the object in `a`, `a[].b` of its items. */
type Members = Readonly<Record<string, Readonly<Record<string, string>>>>;

const olderSettings = "Shown in the platform text and gone in 0.202.0; 0.146.0 lacks others that the text shows.";

const olderScope = "Said by `scope` instead, which excludes it; kept for older callers.";

/** Members of requests that no published version accepts together with the others, and why the contract has them. */
export const untakenMembers: Members = {
  publishIntegration: {
    endpoint: "Where the embedded platform posts events; the public service runs the script.",
    events: "Types of events that only the embedded platform has.",
  },
  listIntegrationEvents: {
    status: "Copydesk's own: the public service lists what was sent, whatever came of it.",
    installation: "Copydesk's own: the public service lists those of all installations.",
  },
  updateIntegrationInstallation: { replay: "Copydesk's own: the public service sends nothing again on request." },
  getTranslation: { segments: "Copydesk's own: what a run waits for.", page: "Goes on with them." },
  runTranslation: { translations: "Copydesk's own: a run that waits takes them." },
  createOrganization: { useCase: "In the schema of the body in 0.146.0, which has no operation that takes it." },
  searchSiteContent: { mode: olderScope, siteSpaceIds: olderScope, siteSpaceId: olderScope },
  updateSiteById: { hostname: "Copydesk's own: the public service has hosts set up in its web app alone." },
  createOrganizationInvite: {
    role: "A link opens the organization, a space or a collection; with a space it gives a `level`.",
    collection: "A link opens the organization, a space or a collection.",
  },
  updateOrganizationInviteById: {
    level: "The `role` of links to the organization and the `level` of others exclude each other.",
  },
  updateSiteCustomizationById: {
    "settings.pageActions.externalAI": olderSettings,
    "settings.pageActions.markdown": olderSettings,
    "settings.pageActions.mcp": olderSettings,
    "settings.pdf": olderSettings,
    "settings.git": olderSettings,
  },
  overrideSiteSpaceCustomizationById: { "override.pdf": olderSettings, "override.git": olderSettings },
};

/**
 * Where our models and the smallest published responses do not match: `does not fit` if ours requires more or
 * something else, `is not named` if ours omits a member.
 */
export const answersApart: readonly {
  readonly operations: readonly string[];
  readonly members: readonly string[];
  readonly because: string;
}[] = [
  {
    operations: ["getLatestOpenAPISpecVersionContent", "getOpenAPISpecVersionContentById"],
    members: ["url does not fit"],
    because: "The platform text and 0.146.0 have `url`, which became `urls` in 0.202.0.",
  },
  {
    operations: ["createSite", "getSiteById", "updateSiteById", "publishSite", "unpublishSite"],
    members: ["agentsContext does not fit"],
    because: "The platform text requires it; 0.202.0 has it no more.",
  },
  {
    operations: ["listSites"],
    members: ["items[].agentsContext does not fit"],
    because: "As for one site.",
  },
  {
    operations: ["getPublishedContentSite"],
    members: ["site.agentsContext does not fit"],
    because: "As for one site.",
  },
  {
    operations: ["searchSpaceContent"],
    members: ["items[].ancestors does not fit"],
    because: "The platform text shows it in every result; 0.146.0 does not have it yet.",
  },
  {
    operations: ["searchOrganizationContent", "searchSiteContent"],
    members: ["items[].pages[].ancestors does not fit"],
    because: "As for one space.",
  },
  {
    operations: ["getConversationIssueById"],
    members: ["issue.details does not fit", "issue.impact does not fit"],
    because: "The platform text has details and an impact where 0.146.0 has a summary.",
  },
  {
    operations: ["listConversationsIssues"],
    members: ["items[].issue.details does not fit", "items[].issue.impact does not fit"],
    because: "As for one issue.",
  },
  {
    operations: ["getConversationsIssuesCluster"],
    members: ["summary does not fit", "muted does not fit", "impact does not fit"],
    because: "The platform text has a document as summary, and adds whether it is muted and the impact.",
  },
  {
    operations: ["listConversationsIssuesClusters"],
    members: ["items[].summary does not fit", "items[].muted does not fit", "items[].impact does not fit"],
    because: "As for one cluster.",
  },
];
