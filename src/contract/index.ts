import type { Area } from "./areas.ts";
import type { AnyOperation, OperationGroup } from "./operation.ts";
import { agentInstructions } from "./operations/agent-instructions.ts";
import { changeRequestComments } from "./operations/change-request-comments.ts";
import { changeRequestContent } from "./operations/change-request-content.ts";
import { changeRequests } from "./operations/change-requests.ts";
import { collections } from "./operations/collections.ts";
import { conversationIssues } from "./operations/conversation-issues.ts";
import { conversations } from "./operations/conversations.ts";
import { files } from "./operations/files.ts";
import { git } from "./operations/git.ts";
import { glossary } from "./operations/glossary.ts";
import { imports } from "./operations/imports.ts";
import { installations } from "./operations/installations.ts";
import { integrations } from "./operations/integrations.ts";
import { invites } from "./operations/invites.ts";
import { issueClusters } from "./operations/issue-clusters.ts";
import { members } from "./operations/members.ts";
import { openapiSpecs } from "./operations/openapi-specs.ts";
import { organizations } from "./operations/organizations.ts";
import { pages } from "./operations/pages.ts";
import { reusableContents } from "./operations/reusable-contents.ts";
import { reviews } from "./operations/reviews.ts";
import { revisions } from "./operations/revisions.ts";
import { samlProviders } from "./operations/saml-providers.ts";
import { search } from "./operations/search.ts";
import { service } from "./operations/service.ts";
import { siteCustomization } from "./operations/site-customization.ts";
import { sitePublishing } from "./operations/site-publishing.ts";
import { siteRedirects } from "./operations/site-redirects.ts";
import { siteSectionGroups } from "./operations/site-section-groups.ts";
import { siteSections } from "./operations/site-sections.ts";
import { siteShareLinks } from "./operations/site-share-links.ts";
import { siteSpaces } from "./operations/site-spaces.ts";
import { siteStructure } from "./operations/site-structure.ts";
import { sites } from "./operations/sites.ts";
import { spaceComments } from "./operations/space-comments.ts";
import { spacePermissions } from "./operations/space-permissions.ts";
import { spaces } from "./operations/spaces.ts";
import { teams } from "./operations/teams.ts";
import { translations } from "./operations/translations.ts";
import { urls } from "./operations/urls.ts";
import { users } from "./operations/users.ts";

/** Every operation of the documentation platform API, by noun. */
export const contract = {
  spaces,
  collections,
  pages,
  files,
  reusableContents,
  revisions,
  search,
  urls,
  changeRequests,
  changeRequestContent,
  reviews,
  spaceComments,
  changeRequestComments,
  git,
  imports,
  openapiSpecs,
  conversations,
  conversationIssues,
  issueClusters,
  translations,
  glossary,
  sites,
  siteStructure,
  siteSections,
  siteSectionGroups,
  siteSpaces,
  siteCustomization,
  siteRedirects,
  siteShareLinks,
  sitePublishing,
  service,
  users,
  organizations,
  members,
  teams,
  invites,
  spacePermissions,
  samlProviders,
  agentInstructions,
  integrations,
  installations,
};

export type Contract = typeof contract;

export interface ContractEntry {
  readonly area: Area;
  readonly group: keyof Contract;
  readonly name: string;
  readonly operation: AnyOperation;
}

/** The operations as a flat list, in the order they are declared. */
export function listOperations(): ContractEntry[] {
  return (Object.keys(contract) as (keyof Contract)[]).flatMap((group) =>
    Object.entries(contract[group] as OperationGroup).map(([name, operation]) => ({
      area: areaByGroup[group],
      group,
      name,
      operation,
    })),
  );
}

/** The area of each noun. */
export const areaByGroup: Readonly<Record<keyof Contract, Area>> = {
  spaces: "content",
  collections: "content",
  pages: "content",
  files: "content",
  reusableContents: "content",
  revisions: "content",
  search: "content",
  urls: "content",
  changeRequests: "changes",
  changeRequestContent: "changes",
  reviews: "changes",
  spaceComments: "comments",
  changeRequestComments: "comments",
  git: "git",
  imports: "git",
  openapiSpecs: "openapi",
  conversations: "conversations",
  conversationIssues: "conversations",
  issueClusters: "conversations",
  translations: "translations",
  glossary: "translations",
  sites: "sites",
  siteStructure: "sites",
  siteSections: "sites",
  siteSectionGroups: "sites",
  siteSpaces: "sites",
  siteCustomization: "sites",
  siteRedirects: "sites",
  siteShareLinks: "sites",
  sitePublishing: "sites",
  service: "organization",
  users: "organization",
  organizations: "organization",
  members: "organization",
  teams: "organization",
  invites: "organization",
  spacePermissions: "organization",
  samlProviders: "organization",
  agentInstructions: "organization",
  integrations: "integrations",
  installations: "integrations",
};
