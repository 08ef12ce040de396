import type { Client } from "../../../src/client/client.ts";
import { scriptedOrganization } from "../scripted-calls.ts";

const time = "2026-01-02T03:04:05Z";
const guides = "/v1/spaces/guides";
const draft = `${guides}/change-requests/draft1`;
const acme = "/v1/orgs/acme";

const organization = { object: "organization", id: "acme", title: "Acme", permissions: { view: true } };
const ana = { object: "user", id: "u1", displayName: "Ana" };
const words = (text: string) => ({
  object: "document",
  data: {},
  nodes: [
    {
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
    },
  ],
});
const space = {
  object: "space",
  id: "guides",
  title: "Guides",
  organization: "acme",
  revision: "rev1",
  editMode: "live",
  language: "en",
  changeRequestsOpen: 1,
  changeRequestsDraft: 0,
  createdAt: time,
  updatedAt: time,
};
const page = {
  id: "billing1",
  title: "Billing",
  type: "document",
  path: "billing",
  slug: "billing",
  description: "Fees",
  markdown: "# Billing\n\nThe fee is 2 %.\n\n## Refunds\n\nTwo weeks.\n",
  updatedAt: time,
};
const group = {
  id: "group1",
  title: "More",
  type: "group",
  path: "more",
  slug: "more",
  pages: [{ ...page, id: "page2", title: "More fees", path: "more/fees", slug: "fees" }],
};
const { markdown: _markdown, ...listed } = page;
const changeRequest = {
  object: "change-request",
  id: "draft1",
  number: 7,
  status: "open",
  subject: "Fees",
  description: words("They rise."),
  space: "guides",
  revision: "rev2",
  revisionInitial: "rev1",
  comments: 1,
  outdated: true,
  createdBy: ana,
  createdAt: time,
  updatedAt: time,
};
const info = { id: "billing1", type: "document", title: "Billing", path: "billing", slug: "billing" };
const changes = [
  {
    type: "page_edited",
    page: info,
    attributes: { title: { before: "Bills", after: "Billing" }, description: { after: "Fees" }, document: {} },
  },
  { type: "page_moved", page: info, parent: { before: { ...info, id: "page2" }, after: undefined } },
  { type: "page_deleted", page: { ...info, id: "gone1" } },
  { type: "file_created", file: { id: "file1", name: "plan.pdf", downloadURL: "https://files.example.com/1" } },
  { type: "tag_edited", tag: { label: "Beta", slug: "beta" } },
  { type: "variables_edited", variables: { rate: {} } },
  { type: "reusable_content_created", reusableContent: { id: "re1", title: "Note" } },
];
const conflicts = [
  { kind: "text", page: "billing1", title: "Billing", path: "billing", base: "a", space: "b", changeRequest: "c" },
  {
    kind: "property",
    page: "billing1",
    title: "Billing",
    path: "billing",
    property: "title",
    space: "b",
    changeRequest: "c",
  },
  { kind: "deleted_in_space", page: "gone1", title: "Gone", path: "gone" },
];
const found = { id: "billing1", title: "Billing", path: "billing", score: 1, ancestors: [{ title: "Money" }] };
const hits = [{ ...found, sections: [{ id: "x", title: "Refunds", path: "billing#refunds", body: "Two weeks." }] }];
const rules = {
  object: "agent-instructions",
  instructions: words("Write British English."),
  updatedAt: time,
  updatedBy: "u1",
};
const spec = {
  object: "openapi-spec",
  id: "s1",
  slug: "petstore",
  processingState: "complete",
  sourceURL: "https://example.com/pets.yaml",
  lastVersion: "v1",
  lastProcessedErrors: [{ message: "No such reference", code: "REF" }],
  lastProcessedErrorCount: 1,
};
const operation = {
  summary: "Find pets",
  description: "All of them",
  parameters: [{ name: "q", description: "What" }],
};
const structure = [
  { object: "site-space", id: "place1", title: "Guides", path: "guides", space },
  {
    object: "site-section",
    id: "sect1",
    title: "Learn",
    path: "learn",
    siteSpaces: [{ object: "site-space", id: "place2", title: "More", path: "more", space }],
  },
  { object: "site-external-link", id: "link1", title: "Status", url: "https://status.example.com" },
];
const translation = {
  object: "translation",
  id: "tr1",
  status: "completed",
  source: { space: "guides", language: "en" },
  language: "fr",
  instructions: words("Say vous."),
  updatedAt: time,
  stats: { runs: 1, latestPages: 1, latestWords: 1, latestRunDuration: 1 },
};

/** An organization with one of everything that people can write, under ids that calls know. */
export const everythingService = (): Client =>
  scriptedOrganization({
    [`GET ${acme}`]: organization,
    "GET /v1/user": { ...ana, email: "ana@acme.com" },
    [`GET ${acme}/spaces`]: { items: [space] },
    [`GET ${acme}/search`]: { items: [{ id: "guides", title: "Guides", pages: hits }] },
    [`GET ${guides}`]: space,
    [`GET ${guides}/search`]: { items: hits },
    [`GET ${guides}/content/pages`]: { pages: [listed, group] },
    [`GET ${guides}/content/page/billing1`]: page,
    [`GET ${guides}/content/page/group1`]: group,
    [`GET ${guides}/content/path/billing`]: page,
    [`GET ${guides}/content/files`]: { items: [{ id: "file1", name: "plan.pdf", contentType: "application/pdf" }] },
    [`GET ${guides}/revisions/rev1/page/billing1`]: { ...page, markdown: "# Billing\n\nThe fee is 1 %.\n" },
    [`GET ${guides}/revisions/rev2/page/billing1`]: page,
    [`GET ${guides}/links`]: { items: [{ text: "Fees", target: { kind: "url", url: "https://example.com" } }] },
    [`GET ${guides}/change-requests`]: { items: [changeRequest] },
    [`GET ${guides}/change-requests/7`]: changeRequest,
    [`POST ${guides}/change-requests`]: changeRequest,
    [`GET ${draft}`]: changeRequest,
    [`PATCH ${draft}`]: changeRequest,
    [`GET ${draft}/changes`]: { changes, more: 0 },
    [`GET ${draft}/content/pages`]: { pages: [listed, group] },
    [`GET ${draft}/content/page/billing1`]: page,
    [`GET ${guides}/change-requests/7/content/page/billing1`]: page,
    [`POST ${draft}/content`]: { revision: "rev3", changes: [{ page: { id: "billing1" } }] },
    [`POST ${draft}/merge`]: { result: "conflicts", revision: "rev3", conflicts },
    [`POST ${draft}/update`]: { result: "update", revision: "rev3", conflicts: [] },
    [`GET ${acme}/change-requests`]: { items: [changeRequest] },
    [`DELETE ${guides}`]: { deleted: true },
    [`GET ${acme}/openapi`]: { items: [spec] },
    [`GET ${acme}/openapi/petstore`]: spec,
    [`GET ${acme}/openapi/petstore/versions/latest/content`]: {
      filesystem: { "openapi.yaml": { paths: { "/pets": { get: operation } } } },
    },
    [`GET ${acme}/sites/site1/structure`]: { type: "sections", structure },
    [`GET ${acme}/agent-instructions`]: rules,
    [`GET ${acme}/translations`]: { items: [translation] },
    [`GET ${acme}/translations/tr1`]: translation,
  });
