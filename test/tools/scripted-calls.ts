import type { Client } from "../../src/client/client.ts";
import { comment, commentsService, reply } from "./catalog/comments-service.ts";
import { conversationsAnswers } from "./catalog/conversations-service.ts";

export type Input = Readonly<Record<string, unknown>>;

const acme = "/v1/orgs/acme";
const draft = "/v1/spaces/guides/change-requests/draft1";
const guides = {
  object: "space",
  id: "guides",
  title: "Guides",
  organization: "acme",
  revision: "rev1",
  language: "en",
  updatedAt: "2026-01-01T00:00:00Z",
};
const fees = {
  object: "change-request",
  id: "draft1",
  number: 7,
  status: "draft",
  subject: "Fees",
  space: "guides",
  revision: "rev2",
};
const ana = {
  object: "member",
  id: "u1",
  role: "admin",
  user: { object: "user", id: "u1", displayName: "Ana", email: "ana@acme.com" },
  disabled: false,
  joinedAt: "2026-01-02T03:04:05Z",
  teams: 1,
  spaces: 1,
};
const writers = { object: "team", id: "t1", title: "Writers", members: 1, spaces: 1 };
const docs = {
  object: "site",
  id: "site1",
  title: "Docs",
  visibility: "public",
  published: true,
  siteSpaces: 1,
  urls: { app: "https://docs.example.com/o/acme/sites/site1" },
};
const spec = { object: "openapi-spec", id: "s1", slug: "petstore", processingState: "complete", lastVersion: "v1" };
const french = {
  object: "translation",
  id: "tr1",
  status: "completed",
  source: { space: "guides", language: "en" },
  language: "fr",
  instructions: { object: "document", data: {}, nodes: [] },
  updatedAt: "2026-01-02T03:04:05Z",
  stats: { runs: 1, latestPages: 1, latestWords: 1, latestRunDuration: 1 },
};
const rules = {
  object: "agent-instructions",
  instructions: { object: "document", data: {}, nodes: [] },
  updatedAt: "2026-01-02T03:04:05Z",
  updatedBy: "u1",
};

const onBlock = { ...comment, target: { ...comment.target, node: { id: "b1" } } };
const start = { id: "start", type: "document", title: "Start", path: "start" };
const english = "Open the settings and install the package before you go on to the next step of this guide. ".repeat(3);

/** A space that is at another revision after each import from a repository. */
function gitAnswers(): Record<string, () => unknown> {
  let begun = 1;
  const begin = () => {
    begun += 1;
    return null;
  };
  return {
    "GET /v1/spaces/guides": () => ({ ...guides, revision: `rev${begun}` }),
    "GET /v1/spaces/guides/git/info": () => ({
      repoName: "acme/docs",
      installationProvider: "github",
      operation: {
        state: "success",
        direction: "import",
        startedAt: `2026-01-02T03:04:0${begun}Z`,
        error: "It was slow.",
        warnings: ["One page was left out."],
      },
    }),
    "POST /v1/spaces/guides/git/import": begin,
    "POST /v1/spaces/guides/git/export": begin,
    "GET /v1/spaces/guides/links": () => ({ items: [], stats: { total: 1, broken: { total: 1 } } }),
    "GET /v1/spaces/guides/revisions/rev2": () => ({ git: { oid: "c0ffee00" } }),
    "GET /v1/spaces/guides/revisions/rev2/changes": () => ({ changes: [] }),
  };
}

/** An organization with one of everything that the embedded platform does not store. */
const chat = {
  object: "integration",
  name: "chat",
  version: 1,
  title: "Chat",
  previewImages: [],
  target: "all",
  verified: false,
  visibility: "public",
  scopes: ["space:content:read"],
  categories: [],
  externalLinks: [],
  owner: { object: "organization", id: "acme", title: "Acme" },
  urls: { location: "", app: "", assets: "", publicEndpoint: "" },
  permissions: { admin: true },
};

const installed = {
  id: "install1",
  status: "active",
  space_selection: "all",
  site_selection: "all",
  spaces: 1,
  configuration: {},
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-02T03:04:05Z",
  urls: { location: "", app: "", publicEndpoint: "" },
  externalIds: [],
  target: { organization: "acme" },
};

const failed = {
  id: "event1",
  integrationId: "i1",
  installationId: "install1",
  createdAt: "2026-01-02T03:04:05Z",
  payload: { eventId: "event1", type: "change_request_merged" },
  status: "failed",
};

const integrationAnswers = {
  "GET /v1/integrations/chat": chat,
  "GET /v1/integrations/chat/installations": { items: [installed] },
  "GET /v1/integrations/new": { ...chat, name: "new" },
  "GET /v1/integrations/new/installations": { items: [] },
  "POST /v1/integrations/new/installations": installed,
  "GET /v1/integrations/chat/events?status=failed&limit=10": { items: [failed] },
  "GET /v1/integrations/chat/events?status=waiting&limit=10": { items: [] },
  "GET /v1/integrations/chat/events?status=success&limit=10": { items: [] },
  "GET /v1/integrations/chat/events/event1": { event: failed, trace: { logs: [{ level: "error", message: "boom" }] } },
  "PATCH /v1/integrations/chat/installations/install1": installed,
  "POST /v1/integrations/chat/installations/install1/spaces": {
    integration: "chat",
    installation: "install1",
    status: "active",
    configuration: {},
    externalIds: [],
    urls: { location: "", publicEndpoint: "" },
    space: "guides",
  },
};

export const scriptedOrganization = (more: Parameters<typeof commentsService>[0] = {}): Client =>
  commentsService({
    ...conversationsAnswers,
    ...gitAnswers(),
    ...integrationAnswers,
    [`GET ${acme}/spaces`]: { items: [guides] },
    "GET /v1/spaces/guides/change-requests": { items: [] },
    "GET /v1/spaces/guides/change-requests?status=draft&limit=100": { items: [fees] },
    "POST /v1/spaces/guides/change-requests": fees,
    [`GET ${draft}`]: fees,
    [`PATCH ${draft}`]: fees,
    "GET /v1/spaces/guides/comments": { items: [onBlock] },
    "GET /v1/spaces/guides/comments/c1": comment,
    "GET /v1/spaces/plain": { ...guides, id: "plain", language: undefined },
    "GET /v1/spaces/plain/content/pages": { pages: [start] },
    "GET /v1/spaces/plain/content/page/start": { ...start, markdown: english },
    [`GET ${draft}/comments`]: { items: [onBlock] },
    [`GET ${draft}/comments/c1`]: comment,
    [`GET ${draft}/comments/c1/replies`]: { items: [reply] },
    [`POST ${draft}/comments/c1/replies`]: reply,
    [`PUT ${draft}/comments/c1`]: comment,
    [`POST ${draft}/requested-reviewers`]: { items: [] },
    [`GET ${acme}/members`]: { items: [ana] },
    [`GET ${acme}/members/u1`]: ana,
    [`GET ${acme}/members/u1/teams`]: { items: [{ team: writers, member: { role: "owner" } }] },
    [`GET ${acme}/members/u1/spaces`]: { items: [{ permission: "admin", space: guides }] },
    [`GET ${acme}/teams`]: { items: [writers] },
    [`PATCH ${acme}/members/u1`]: ana,
    [`DELETE ${acme}/members/u1`]: null,
    [`PUT ${acme}/teams/t1/members`]: null,
    [`POST ${acme}/invites`]: { users: [], invited: 1 },
    [`GET ${acme}/link-invites`]: {
      items: [{ object: "invite", id: "i1", email: "new@acme.com", role: "read", redundant: true }],
    },
    [`DELETE ${acme}/link-invites/i1`]: null,
    "GET /v1/user": ana.user,
    [`GET ${acme}/teams/t1/members`]: { items: [{ organization: ana, team: { role: "owner" } }] },
    [`GET ${acme}/sites`]: { items: [docs] },
    [`GET ${acme}/sites/site1`]: docs,
    [`GET ${acme}/sites/site1/structure`]: {
      type: "siteSpaces",
      structure: [
        { object: "site-space", id: "place1", title: "Guides", path: "guides", space: { id: "guides" }, urls: {} },
      ],
    },
    [`GET ${acme}/sites/site1/redirects`]: { items: [] },
    [`PATCH ${acme}/sites/site1`]: docs,
    [`POST ${acme}/sites/site1/site-spaces`]: { object: "site-space", id: "place1" },
    [`POST ${acme}/sites/site1/sections`]: { object: "site-section", id: "sect1" },
    [`POST ${acme}/sites/site1/publish`]: docs,
    [`POST ${acme}/sites/site1/unpublish`]: docs,
    [`POST ${acme}/sites`]: docs,
    [`GET ${acme}/sites/site1/customization`]: {},
    [`PUT ${acme}/sites/site1/customization`]: {},
    [`POST ${acme}/sites/site1/redirects`]: { id: "redirect1" },
    [`GET ${acme}/sites/site1/publishing/preview`]: { url: "https://docs.example.com/preview" },
    [`GET ${acme}/openapi`]: { items: [spec] },
    [`GET ${acme}/openapi/petstore`]: spec,
    [`GET ${acme}/openapi/petstore/versions`]: { items: [{ object: "openapi-spec-version", id: "v1" }] },
    [`GET ${acme}/openapi/petstore/versions/latest/content`]: { filesystem: {} },
    [`PUT ${acme}/openapi/petstore`]: spec,
    [`PATCH ${acme}/openapi/petstore`]: spec,
    [`GET ${acme}/translations`]: {
      items: [french, { ...french, id: "tr3", language: "es", result: { space: "guides" } }],
    },
    [`GET ${acme}/translations/tr1`]: { ...french, result: { space: "guides", changeRequest: "draft1" } },
    [`POST ${acme}/translations`]: { ...french, id: "tr2", status: "pending" },
    [`PUT ${acme}/translations/tr1`]: french,
    [`GET ${acme}/translations/tr3`]: french,
    [`POST ${acme}/translations/tr3/run`]: null,
    [`GET ${acme}/translations-glossary`]: { items: [] },
    [`POST ${acme}/translations/tr1/run`]: null,
    [`POST ${acme}/translations/tr2/run`]: null,
    [`GET ${acme}/translations/tr2`]: { ...french, id: "tr2", status: "pending" },
    [`GET ${acme}/agent-instructions`]: rules,
    [`PUT ${acme}/agent-instructions`]: rules,
    ...more,
  }).client;

/** Every way of naming a space and a change request, and none of the latter. */
const contents = [{ space: "guides" }, { change_request: "7" }, { space: "Guides", change_request: "Fees" }];
const main = { url: "https://git.example.com/docs.git", branch: "main" };
const talk = { id: "mail-1", messages: [{ role: "user", text: "Where is my refund?" }] };
const everySubject = {
  members: "u1",
  teams: "Writers",
  sites: "site1",
  openapi_specs: "petstore",
  translations: "tr1",
  agent_instructions: undefined,
};

/** Inputs that together cover every path of a tool that calls an operation, for `scriptedOrganization`. */
export const scriptedCalls: Readonly<Record<string, readonly Input[]>> = {
  list_comments: contents.flatMap((content) => [content, { ...content, page: "Billing" }]),
  post_comment: contents.flatMap((content) => [
    { ...content, page: "Billing", text: "Hello" },
    { ...content, comment: "c1", text: "Yes.", status: "resolved" },
    { ...content, comments: [{ comment: "c1", text: "Yes." }] },
    ...("change_request" in content ? [{ ...content, verdict: "approved" }] : []),
  ]),
  list_issue_clusters: [{}, { cluster: "k1" }, { cluster: "Refunds" }],
  update_issue_cluster: [{ cluster: "Refunds", muted: true }],
  ingest_conversations: [{ conversations: [talk] }],
  show_organization: [
    ...Object.entries(everySubject).flatMap(([about, name]) => [{ about }, { about, name }]),
    { about: "members", name: "me" },
  ],
  manage_people: [
    { action: "invite", people: ["new@acme.com"], role: "read" },
    { action: "revoke_invite", people: ["new@acme.com"] },
    { action: "set_role", people: ["u1"], role: "edit" },
    { action: "remove", people: ["Ana"] },
    { action: "add_to_team", people: ["u1"], team: "Writers" },
    { action: "remove_from_team", people: ["u1"], team: "t1" },
  ],
  check_integration: [{ integration: "chat" }],
  set_up_integration: [
    { integration: "new" },
    { integration: "chat", configuration: { channel: "docs" }, space: "guides", test_event: "event1" },
    { integration: "chat", space: "Guides" },
  ],
  publish_openapi_spec: [{ slug: "petstore", text: "openapi: 3.1.0", visibility: "public" }],
  translate_space: [
    { space: "guides", language: "fr", instructions: "Say *vous*." },
    { space: "Guides", language: "de" },
    { space: "plain", language: "de" },
    { space: "guides", language: "es" },
  ],
  update_site: [
    { site: "site1", title: "Help", spaces: ["Guides"], section: "Learn", published: true },
    { site: "Docs", spaces: ["guides"], published: false },
    { site: "Docs", check: true },
    { site: "Help", create: true, spaces: ["guides"] },
    { site: "Docs", customization: { pagination: { enabled: false } }, preview: true },
    { site: "Docs", redirect: { from: "/old", to: "https://example.com/new" } },
  ],
  sync_git: [
    { space: "guides", direction: "import", ...main, force: true },
    { space: "Guides", direction: "export", ...main, message: "Fees" },
  ],
  open_change_request: [{ space: "guides", subject: "Fees", issue_cluster: "Refunds" }],
  update_change_request: [{ space: "guides", change_request: "7", reviewers: ["u1", "Ana"] }],
};
