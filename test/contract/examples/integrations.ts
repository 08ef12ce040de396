import type { Examples } from "./example.ts";

const published = {
  runtime: "v1",
  icon: "iVBORw0KGgo=",
  title: "Diagrams",
  description: "Draws diagrams from text",
  summary: "# Diagrams\n\nWrite a diagram as text and see it drawn.",
  previewImages: ["iVBORw0KGgo=", "iVBORw0KGgoA"],
  visibility: "unlisted",
  target: "space",
  scopes: ["space:content:read", "space:metadata:read"],
  categories: ["content", "collaboration"],
  blocks: [
    {
      id: "diagram",
      title: "Diagram",
      description: "A diagram drawn from text",
      icon: "https://diagrams.example.com/block.svg",
      urlUnfurl: ["https://diagrams.example.com/d/"],
      markdown: { codeblock: "diagram", body: "text" },
    },
  ],
  contentSources: [
    {
      id: "gallery",
      title: "Gallery",
      description: "A page for each diagram",
      icon: "https://diagrams.example.com/source.svg",
      configuration: { componentId: "galleryForm" },
    },
  ],
  externalLinks: [{ url: "https://diagrams.example.com/manual", label: "Manual" }],
  configurations: {
    account: {
      properties: {
        server: {
          type: "string",
          title: "Server",
          description: "Where diagrams are drawn",
          default: "https://draw.example.com",
          completion_url: "/servers",
          enum: ["https://draw.example.com", "https://eu.draw.example.com"],
        },
        width: { type: "number", title: "Width", default: 800 },
        shadows: { type: "boolean", title: "Shadows", default: false },
        connect: { type: "button", title: "Account", callback_url: "/oauth", button_text: "Connect" },
      },
      required: ["server"],
    },
    space: { componentId: "spaceForm" },
    site: { properties: {} },
  },
  script: "export default { fetch() { return new Response('ok'); } };",
  endpoint: "https://hooks.example.com/docs",
  events: ["change_request_merged"],
  organization: "org1",
  secrets: { API_KEY: "k-123" },
  contentSecurityPolicy: { "default-src": "'self'", "img-src": "https://draw.example.com" },
};

const changed = {
  externalIds: ["workspace-7", "channel-9"],
  configuration: { server: "https://eu.draw.example.com", width: 640 },
  space_selection: "selected",
  site_selection: "all",
  replay: ["event1"],
};

export const integrations: Examples = {
  listIntegrations: {
    input: {
      search: "diagram",
      category: "content",
      blockDomain: ["diagrams.example.com"],
      blocks: true,
      contentSources: false,
      owner: "org1",
      scope: "space:content:read",
      target: "space",
      page: "cursor1",
      limit: 20,
    },
    sends:
      "GET /v1/integrations?search=diagram&category=content&blockDomain=diagrams.example.com&blocks=true&contentSources=false&owner=org1&scope=space%3Acontent%3Aread&target=space&page=cursor1&limit=20",
  },
  getIntegrationByName: { input: { integrationName: "diagrams" }, sends: "GET /v1/integrations/diagrams" },
  publishIntegration: {
    input: { integrationName: "diagrams", ...published },
    sends: "POST /v1/integrations/diagrams",
    body: published,
  },
  unpublishIntegration: { input: { integrationName: "diagrams" }, sends: "DELETE /v1/integrations/diagrams" },
  listIntegrationEvents: {
    input: { integrationName: "diagrams", status: "failed", installation: "installation1", page: "cursor1", limit: 20 },
    sends: "GET /v1/integrations/diagrams/events?status=failed&installation=installation1&page=cursor1&limit=20",
  },
  getIntegrationEvent: {
    input: { integrationName: "diagrams", eventId: "event1" },
    sends: "GET /v1/integrations/diagrams/events/event1",
  },
  setIntegrationDevelopmentMode: {
    input: { integrationName: "diagrams", tunnelUrl: "https://tunnel.example.com/dev", all: true },
    sends: "PUT /v1/integrations/diagrams/dev",
    body: { tunnelUrl: "https://tunnel.example.com/dev", all: true },
  },
  disableIntegrationDevelopmentMode: {
    input: { integrationName: "diagrams" },
    sends: "DELETE /v1/integrations/diagrams/dev",
  },
  listIntegrationInstallations: {
    input: { integrationName: "diagrams", externalId: "workspace-7", page: "cursor1", limit: 20 },
    sends: "GET /v1/integrations/diagrams/installations?externalId=workspace-7&page=cursor1&limit=20",
  },
  installIntegration: {
    input: { integrationName: "diagrams", organization: "org1" },
    sends: "POST /v1/integrations/diagrams/installations",
    body: { organization: "org1" },
  },
  listIntegrationSpaceInstallations: {
    input: { integrationName: "diagrams", externalId: "channel-9", extended: true, page: "cursor1", limit: 20 },
    sends: "GET /v1/integrations/diagrams/spaces?externalId=channel-9&extended=true&page=cursor1&limit=20",
  },
  listIntegrationSiteInstallations: {
    input: { integrationName: "diagrams", externalId: "channel-9", extended: false, page: "cursor1", limit: 20 },
    sends: "GET /v1/integrations/diagrams/sites?externalId=channel-9&extended=false&page=cursor1&limit=20",
  },
  getIntegrationInstallationById: {
    input: { integrationName: "diagrams", installationId: "installation1" },
    sends: "GET /v1/integrations/diagrams/installations/installation1",
  },
  updateIntegrationInstallation: {
    input: { integrationName: "diagrams", installationId: "installation1", ...changed },
    sends: "PATCH /v1/integrations/diagrams/installations/installation1",
    body: changed,
  },
  uninstallIntegration: {
    input: { integrationName: "diagrams", installationId: "installation1" },
    sends: "DELETE /v1/integrations/diagrams/installations/installation1",
  },
  installIntegrationOnSpace: {
    input: { integrationName: "diagrams", installationId: "installation1", extended: true, space: "space1" },
    sends: "POST /v1/integrations/diagrams/installations/installation1/spaces?extended=true",
    body: { space: "space1" },
  },
  listIntegrationInstallationSpaces: {
    input: { integrationName: "diagrams", installationId: "installation1", extended: true, page: "cursor1", limit: 20 },
    sends: "GET /v1/integrations/diagrams/installations/installation1/spaces?extended=true&page=cursor1&limit=20",
  },
  getIntegrationSpaceInstallation: {
    input: { integrationName: "diagrams", installationId: "installation1", spaceId: "space1", extended: true },
    sends: "GET /v1/integrations/diagrams/installations/installation1/spaces/space1?extended=true",
  },
  updateIntegrationSpaceInstallation: {
    input: {
      integrationName: "diagrams",
      installationId: "installation1",
      spaceId: "space1",
      extended: true,
      externalIds: ["channel-9"],
      configuration: { width: 640 },
    },
    sends: "PATCH /v1/integrations/diagrams/installations/installation1/spaces/space1?extended=true",
    body: { externalIds: ["channel-9"], configuration: { width: 640 } },
  },
  uninstallIntegrationFromSpace: {
    input: { integrationName: "diagrams", installationId: "installation1", spaceId: "space1" },
    sends: "DELETE /v1/integrations/diagrams/installations/installation1/spaces/space1",
  },
  listIntegrationInstallationSites: {
    input: { integrationName: "diagrams", installationId: "installation1", extended: true, page: "cursor1", limit: 20 },
    sends: "GET /v1/integrations/diagrams/installations/installation1/sites?extended=true&page=cursor1&limit=20",
  },
  installIntegrationOnSite: {
    input: { integrationName: "diagrams", installationId: "installation1", extended: true, siteId: "site1" },
    sends: "POST /v1/integrations/diagrams/installations/installation1/sites?extended=true",
    body: { siteId: "site1" },
  },
  getIntegrationSiteInstallation: {
    input: { integrationName: "diagrams", installationId: "installation1", siteId: "site1", extended: true },
    sends: "GET /v1/integrations/diagrams/installations/installation1/sites/site1?extended=true",
  },
  updateIntegrationSiteInstallation: {
    input: {
      integrationName: "diagrams",
      installationId: "installation1",
      siteId: "site1",
      extended: true,
      externalIds: ["channel-9"],
      configuration: { width: 640 },
    },
    sends: "PATCH /v1/integrations/diagrams/installations/installation1/sites/site1?extended=true",
    body: { externalIds: ["channel-9"], configuration: { width: 640 } },
  },
  uninstallIntegrationFromSite: {
    input: { integrationName: "diagrams", installationId: "installation1", siteId: "site1" },
    sends: "DELETE /v1/integrations/diagrams/installations/installation1/sites/site1",
  },
  createIntegrationInstallationToken: {
    input: { integrationName: "diagrams", installationId: "installation1" },
    sends: "POST /v1/integrations/diagrams/installations/installation1/tokens",
  },
  queueIntegrationTask: {
    input: { integrationName: "diagrams", task: { type: "digest" }, schedule: 60 },
    sends: "POST /v1/integrations/diagrams/tasks",
    body: { task: { type: "digest" }, schedule: 60 },
  },
  listSiteIntegrations: {
    input: { organizationId: "org1", siteId: "site1", search: "diagram" },
    sends: "GET /v1/orgs/org1/sites/site1/integrations?search=diagram",
  },
  listSpaceIntegrations: {
    input: { spaceId: "space1", search: "diagram" },
    sends: "GET /v1/spaces/space1/integrations?search=diagram",
  },
};
