import type { Contract, ContractEntry } from "../contract/index.ts";
import { changeRequestContent } from "./change-requests/change-request-content-handlers.ts";
import { changeRequests } from "./change-requests/change-requests-handlers.ts";
import { changeRequestComments, spaceComments } from "./comments/handlers.ts";
import { conversationIssues, conversations, issueClusters } from "./conversations/handlers.ts";
import { git } from "./git/handlers.ts";
import { imports } from "./imports/handlers.ts";
import { installations } from "./integrations/installations-handlers.ts";
import { integrations } from "./integrations/integrations-handlers.ts";
import { invites } from "./invites/handlers.ts";
import { joining } from "./invites/joining-handlers.ts";
import type { AnyHandler, Handlers } from "./kernel/handler.ts";
import { spaceLinks } from "./links/handlers.ts";
import { openapiSpecs } from "./openapi/handlers.ts";
import { agentInstructions, organizations } from "./organizations/handlers.ts";
import { files, pages, reusableContents, revisions, spaceEmbeds } from "./pages/handlers.ts";
import { spacePdf } from "./pdf/handlers.ts";
import { spacePermissions, users } from "./people/handlers.ts";
import { members } from "./people/members-handlers.ts";
import { teams } from "./people/teams-handlers.ts";
import { reviews } from "./reviews/handlers.ts";
import { search } from "./search/handlers.ts";
import { service } from "./service/handlers.ts";
import { samlProviders } from "./sign-in/handlers.ts";
import { siteCustomization } from "./sites/customization-handlers.ts";
import { publishedUrls, sitePublishing } from "./sites/publishing-handlers.ts";
import { siteRedirects } from "./sites/redirects-handlers.ts";
import { siteShareLinks } from "./sites/share-links-handlers.ts";
import { siteSpaces } from "./sites/site-spaces-handlers.ts";
import { sites } from "./sites/sites-handlers.ts";
import { siteSectionGroups, siteSections, siteStructure } from "./sites/structure-handlers.ts";
import { urls } from "./sites/urls-handlers.ts";
import { collections } from "./spaces/collections-handlers.ts";
import { memberSpaces, spaces } from "./spaces/spaces-handlers.ts";
import { spaceTemplates } from "./templates/handlers.ts";
import { glossary, translations } from "./translations/handlers.ts";

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
export function handlerOf({ group, name }: Pick<ContractEntry, "group" | "name">): AnyHandler | undefined {
  const ofGroup = handlers[group] as Readonly<Record<string, AnyHandler>> | undefined;
  return ofGroup?.[name];
}
