import type { Contract, ContractEntry } from "../contract/index.ts";
import { spacePermissions, users } from "./access/people/handlers.ts";
import { members } from "./access/people/members-handlers.ts";
import { teams } from "./access/people/teams-handlers.ts";
import { changeRequestContent } from "./change-requests/change-request-content-handlers.ts";
import { changeRequests } from "./change-requests/change-requests-handlers.ts";
import { openapiSpecs } from "./content/openapi/handlers.ts";
import { search } from "./content/search/handlers.ts";
import { git } from "./exchange/git/handlers.ts";
import { imports } from "./exchange/imports/handlers.ts";
import { spacePdf } from "./exchange/pdf/handlers.ts";
import { invites } from "./identity/invites/handlers.ts";
import { joining } from "./identity/invites/joining-handlers.ts";
import { samlProviders } from "./identity/sign-in/handlers.ts";
import { installations } from "./integrations/installations-handlers.ts";
import { integrations } from "./integrations/integrations-handlers.ts";
import type { AnyHandler, Handlers } from "./kernel/handler.ts";
import { conversationIssues, conversations, issueClusters } from "./knowledge/conversations/handlers.ts";
import { glossary, translations } from "./knowledge/translations/handlers.ts";
import { service } from "./operations/service/handlers.ts";
import { siteCustomization } from "./publishing/sites/customization-handlers.ts";
import { publishedUrls, sitePublishing } from "./publishing/sites/publishing-handlers.ts";
import { siteRedirects } from "./publishing/sites/redirects-handlers.ts";
import { siteShareLinks } from "./publishing/sites/share-links-handlers.ts";
import { siteSpaces } from "./publishing/sites/site-spaces-handlers.ts";
import { sites } from "./publishing/sites/sites-handlers.ts";
import { siteSectionGroups, siteSections, siteStructure } from "./publishing/sites/structure-handlers.ts";
import { urls } from "./publishing/sites/urls-handlers.ts";
import { changeRequestComments, spaceComments } from "./review/comments/handlers.ts";
import { reviews } from "./review/reviews/handlers.ts";
import { spaceLinks } from "./workspace/links/handlers.ts";
import { agentInstructions, organizations } from "./workspace/organizations/handlers.ts";
import { files, pages, reusableContents, revisions, spaceEmbeds } from "./workspace/pages/handlers.ts";
import { collections } from "./workspace/spaces/collections-handlers.ts";
import { memberSpaces, spaces } from "./workspace/spaces/spaces-handlers.ts";
import { spaceTemplates } from "./workspace/templates/handlers.ts";

/** What the platform does for each operation of the contract that it implements. */
const handlers: { readonly [Group in keyof Contract]?: Handlers<Group> } = {
  service,
  users,
  urls: { ...urls, ...publishedUrls },
  organizations: { ...organizations, ...joining },
  invites,
  agentInstructions,
  members: { ...members, ...memberSpaces },
  teams,
  collections,
  spaces: { ...spaces, ...spaceLinks, ...spacePdf, ...spaceTemplates, ...spaceEmbeds },
  spacePermissions,
  samlProviders,
  search,
  revisions,
  pages,
  reusableContents,
  files,
  git,
  imports,
  openapiSpecs,
  changeRequests,
  changeRequestContent,
  reviews,
  spaceComments,
  changeRequestComments,
  conversations,
  conversationIssues,
  issueClusters,
  translations,
  glossary,
  integrations,
  installations,
  sites,
  siteStructure,
  siteSections,
  siteSectionGroups,
  siteSpaces,
  siteCustomization,
  siteRedirects,
  siteShareLinks,
  sitePublishing,
};

/** The handler of an operation; undefined when the platform does not implement it. */
export function findHandler({ group, name }: Pick<ContractEntry, "group" | "name">): AnyHandler | undefined {
  const ofGroup = handlers[group] as Readonly<Record<string, AnyHandler>> | undefined;
  return ofGroup?.[name];
}
