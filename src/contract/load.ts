import type { Area } from "./areas.ts";
import index from "./generated/operations.json" with { type: "json" };
import type { Contract, ContractEntry } from "./index.ts";
import type { Effect, Method, OperationGroup } from "./operation.ts";
import type { Reach } from "./reach.ts";

/** What is known about an operation without loading its schemas. */
export interface OperationSummary {
  readonly id: string;
  readonly area: Area;
  readonly group: keyof Contract;
  readonly name: string;
  readonly effect: Effect;
  /** Every reach it can have, from the least to the most. */
  readonly reaches: readonly [Reach, ...Reach[]];
  /** Ids of operations whose work it can do in another way. */
  readonly insteadOf?: readonly string[];
  readonly method: Method;
  readonly path: string;
}

/** Every operation in contract order, as written by `npm run generate`. */
export const operationSummaries = index as object as readonly OperationSummary[];

/** Building all schemas takes longer than starting a server, so each noun is loaded on first use. */
const loaders: { readonly [Group in keyof Contract]: () => Promise<Contract[Group]> } = {
  spaces: () => import("./operations/spaces.ts").then(({ spaces }) => spaces),
  collections: () => import("./operations/collections.ts").then(({ collections }) => collections),
  pages: () => import("./operations/pages.ts").then(({ pages }) => pages),
  files: () => import("./operations/files.ts").then(({ files }) => files),
  reusableContents: () => import("./operations/reusable-contents.ts").then(({ reusableContents }) => reusableContents),
  revisions: () => import("./operations/revisions.ts").then(({ revisions }) => revisions),
  search: () => import("./operations/search.ts").then(({ search }) => search),
  urls: () => import("./operations/urls.ts").then(({ urls }) => urls),
  changeRequests: () => import("./operations/change-requests.ts").then(({ changeRequests }) => changeRequests),
  changeRequestContent: () =>
    import("./operations/change-request-content.ts").then(({ changeRequestContent }) => changeRequestContent),
  reviews: () => import("./operations/reviews.ts").then(({ reviews }) => reviews),
  spaceComments: () => import("./operations/space-comments.ts").then(({ spaceComments }) => spaceComments),
  changeRequestComments: () =>
    import("./operations/change-request-comments.ts").then(({ changeRequestComments }) => changeRequestComments),
  git: () => import("./operations/git.ts").then(({ git }) => git),
  imports: () => import("./operations/imports.ts").then(({ imports }) => imports),
  openapiSpecs: () => import("./operations/openapi-specs.ts").then(({ openapiSpecs }) => openapiSpecs),
  conversations: () => import("./operations/conversations.ts").then(({ conversations }) => conversations),
  conversationIssues: () =>
    import("./operations/conversation-issues.ts").then(({ conversationIssues }) => conversationIssues),
  issueClusters: () => import("./operations/issue-clusters.ts").then(({ issueClusters }) => issueClusters),
  translations: () => import("./operations/translations.ts").then(({ translations }) => translations),
  glossary: () => import("./operations/glossary.ts").then(({ glossary }) => glossary),
  sites: () => import("./operations/sites.ts").then(({ sites }) => sites),
  siteStructure: () => import("./operations/site-structure.ts").then(({ siteStructure }) => siteStructure),
  siteSections: () => import("./operations/site-sections.ts").then(({ siteSections }) => siteSections),
  siteSectionGroups: () =>
    import("./operations/site-section-groups.ts").then(({ siteSectionGroups }) => siteSectionGroups),
  siteSpaces: () => import("./operations/site-spaces.ts").then(({ siteSpaces }) => siteSpaces),
  siteCustomization: () =>
    import("./operations/site-customization.ts").then(({ siteCustomization }) => siteCustomization),
  siteRedirects: () => import("./operations/site-redirects.ts").then(({ siteRedirects }) => siteRedirects),
  siteShareLinks: () => import("./operations/site-share-links.ts").then(({ siteShareLinks }) => siteShareLinks),
  sitePublishing: () => import("./operations/site-publishing.ts").then(({ sitePublishing }) => sitePublishing),
  service: () => import("./operations/service.ts").then(({ service }) => service),
  users: () => import("./operations/users.ts").then(({ users }) => users),
  organizations: () => import("./operations/organizations.ts").then(({ organizations }) => organizations),
  members: () => import("./operations/members.ts").then(({ members }) => members),
  teams: () => import("./operations/teams.ts").then(({ teams }) => teams),
  invites: () => import("./operations/invites.ts").then(({ invites }) => invites),
  spacePermissions: () => import("./operations/space-permissions.ts").then(({ spacePermissions }) => spacePermissions),
  samlProviders: () => import("./operations/saml-providers.ts").then(({ samlProviders }) => samlProviders),
  agentInstructions: () =>
    import("./operations/agent-instructions.ts").then(({ agentInstructions }) => agentInstructions),
  integrations: () => import("./operations/integrations.ts").then(({ integrations }) => integrations),
  installations: () => import("./operations/installations.ts").then(({ installations }) => installations),
};

const loaded = new Map<keyof Contract, Promise<OperationGroup>>();

/** A group's operations. Importing a module that is loaded still costs a lookup, so its promise is kept. */
function loadGroup(group: keyof Contract): Promise<OperationGroup> {
  const known = loaded.get(group);
  if (known !== undefined) return known;
  const loading: Promise<OperationGroup> = loaders[group]();
  loaded.set(group, loading);
  return loading;
}

/** One operation of the contract with its schemas. */
export async function loadOperation({ area, group, name }: OperationSummary): Promise<ContractEntry> {
  const operations = await loadGroup(group);
  const operation = operations[name];
  if (operation === undefined) throw new Error(`There is no operation ${group}.${name}; run \`npm run generate\``);
  return { area, group, name, operation };
}
