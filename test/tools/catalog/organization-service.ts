import { showOrganization } from "../../../src/tools/catalog/show-organization.ts";
import { scriptedService } from "../../support/scripted-service.ts";
import { callTool } from "./call-tool.ts";

const location = "https://docs.example.com/v1/some/thing";

export const acme = {
  object: "organization",
  id: "acme",
  title: "Acme",
  createdAt: "2025-01-01T00:00:00Z",
  permissions: { view: true },
};

export const ana = {
  object: "member",
  id: "u1",
  role: "admin",
  user: { object: "user", id: "u1", displayName: "Ana Lima", email: "ana@acme.com", urls: { location } },
  disabled: false,
  joinedAt: "2026-01-02T03:04:05Z",
  lastSeenAt: "2026-02-03T04:05:06Z",
  sso: false,
  spaces: 2,
  teams: 1,
};
export const bo = {
  ...ana,
  id: "u2",
  role: null,
  user: { object: "user", id: "u2", displayName: "Bo", urls: { location } },
  disabled: true,
  lastSeenAt: undefined,
  spaces: 1,
  teams: 0,
};
export const writers = {
  object: "team",
  id: "t1",
  title: "Writers",
  members: 2,
  spaces: 1,
  createdAt: "2026-01-02T03:04:05Z",
  permissions: { admin: true, view: true },
};
export const guides = { object: "space", id: "guides", title: "Guides", organization: "acme", revision: "rev1" };
const guidesInFrench = { ...guides, id: "guides-fr", title: "Guides (FR)" };

export const site = {
  object: "site",
  id: "site1",
  type: "premium",
  title: "Acme docs",
  visibility: "public",
  published: true,
  siteSpaces: 2,
  createdAt: "2026-01-02T03:04:05Z",
  agentsContext: "included",
  features: [],
  urls: { location, app: "https://app.example.com/o/acme/site1", published: "https://docs.acme.com/" },
};
const place = {
  object: "site-space",
  id: "place1",
  path: "v1",
  space: guides,
  title: "Version 1",
  default: true,
  urls: { published: "https://docs.acme.com/guides/v1" },
};
const section = {
  object: "site-section",
  id: "section1",
  title: "Guides",
  path: "guides",
  default: true,
  siteSpaces: [place, { ...place, id: "place2", path: "v2", title: "Version 2", default: false, hidden: true }],
  urls: {},
};
const link = {
  object: "site-external-link",
  id: "link1",
  title: "Status",
  url: "https://status.acme.com",
  draft: true,
};
export const structure = {
  type: "sections",
  structure: [
    section,
    { object: "site-section-group", id: "group1", title: "More", sections: [], children: [link], draft: false },
  ],
};

export const spec = {
  object: "openapi-spec",
  id: "spec1",
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-02T03:04:05Z",
  slug: "payments",
  sourceURL: "https://reader:secret@api.acme.com/openapi.yaml",
  processingState: "complete",
  visibility: "public",
  lastVersion: "v2",
  lastProcessedAt: "2026-01-03T10:11:12Z",
  lastProcessedErrors: [{ message: "`schema` is missing", code: "MISSING" }, { message: "Unused component" }],
  permissions: { view: true, edit: true },
  urls: { location, app: "https://app.example.com/o/acme/openapi/payments" },
};
const version = { object: "openapi-spec-version", id: "v2", createdAt: "2026-01-03T10:00:00Z", url: location };
const content = {
  filesystem: {
    "openapi.yaml": {
      openapi: "3.1.0",
      paths: {
        "/payments": {
          get: { summary: "List payments" },
          post: { summary: "Make a payment", deprecated: true },
          parameters: [],
        },
        "/payments/{id}": { delete: {} },
      },
    },
  },
  url: location,
};

const paragraph = (text: string) => ({
  object: "block" as const,
  type: "paragraph" as const,
  nodes: [{ object: "text" as const, leaves: [{ object: "leaf" as const, text, marks: [] }] }],
});
export const documentOf = (...texts: string[]) => ({
  object: "document" as const,
  data: { schemaVersion: 1 },
  nodes: texts.map(paragraph),
});

export const translation = {
  object: "translation",
  id: "fr1",
  status: "completed",
  source: { space: "guides", language: "en" },
  language: "fr",
  instructions: documentOf("Say vous."),
  result: { space: "guides-fr", revision: "rev9" },
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-04T05:06:07Z",
  stats: {
    runs: 2,
    totalWords: 900,
    totalPages: 12,
    totalDuration: 80,
    latestRunDuration: 30,
    latestPages: 1,
    latestWords: 40,
  },
  permissions: { view: true, edit: true },
  urls: { location },
};

export const instructions = {
  object: "agent-instructions",
  instructions: documentOf("Write in British English.", "Never name customers."),
  updatedAt: "2026-01-05T06:07:08Z",
  updatedBy: "u1",
  urls: { location },
};

const inAcme = (path: string) => `GET /v1/orgs/acme/${path}`;

/** A service with one organization that has one or two of everything. */
export const organizationService = (more: Parameters<typeof scriptedService>[0] = {}) =>
  scriptedService({
    "GET /v1/orgs": { items: [acme] },
    [inAcme("spaces")]: { items: [guides, guidesInFrench] },
    [inAcme("members")]: { items: [bo, ana] },
    [inAcme("members/u1")]: ana,
    [inAcme("members/u2")]: bo,
    [inAcme("members/u1/teams")]: { items: [{ team: writers, member: { role: "owner" } }] },
    [inAcme("members/u1/spaces")]: {
      items: [
        { permission: "admin", space: guides },
        { permission: "edit", space: guidesInFrench },
      ],
    },
    [inAcme("teams")]: { items: [writers, { ...writers, id: "t2", title: "Reviewers", members: 1 }] },
    [inAcme("teams/t1/members")]: {
      items: [
        { organization: ana, team: { role: "owner" }, permissions: { view: true } },
        { organization: bo, team: { role: "member" }, permissions: { view: true } },
      ],
      next: null,
    },
    [inAcme("sites")]: { items: [site, { ...site, id: "site2", title: "Internal", published: false, urls: {} }] },
    [inAcme("sites/site1")]: site,
    [inAcme("sites/site1/structure")]: structure,
    [inAcme("openapi")]: { items: [spec] },
    [inAcme("openapi/payments")]: spec,
    [inAcme("openapi/payments/versions")]: { items: [version, { ...version, id: "v1", createdAt: undefined }] },
    [inAcme("openapi/payments/versions/latest/content")]: content,
    [inAcme("translations")]: { items: [translation] },
    [inAcme("translations/fr1")]: translation,
    [inAcme("agent-instructions")]: instructions,
    ...more,
  });

/** Calls show_organization. */
export const show = (
  input: Readonly<Record<string, unknown>>,
  service = organizationService(),
  answerTokens?: number,
): Promise<string> => callTool(showOrganization, service.client, input, answerTokens);
