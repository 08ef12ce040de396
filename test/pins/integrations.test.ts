import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";

const exchange = startExchange();

const api = "https://docs.example.com/v1";

const form = {
  properties: { channel: { type: "string", title: "Channel" }, digest: { type: "boolean", default: false } },
  required: ["channel"],
};

const published = {
  title: "Chat",
  description: "Posts what was merged.",
  summary: "Posts to a **channel**.",
  visibility: "public",
  target: "all",
  scopes: ["space:content:read"],
  categories: ["collaboration"],
  externalLinks: [{ url: "https://chat.example.com/manual", label: "Manual" }],
  configurations: { account: form },
};

const integration = {
  object: "integration",
  name: "chat",
  version: 1,
  ...published,
  previewImages: [],
  verified: false,
  blocks: [],
  contentSources: [],
  urls: {
    location: `${api}/integrations/chat`,
    app: "https://docs.example.com/app/integrations/chat",
    assets: "https://docs.example.com/integrations/chat/assets",
    publicEndpoint: "https://docs.example.com/integrations/chat",
    publicContentEndpoint: "https://docs.example.com/integrations/chat",
  },
  permissions: { admin: true },
};

const installation = {
  id: "{installation}",
  status: "pending",
  space_selection: "all",
  site_selection: "all",
  spaces: 0,
  configuration: { digest: false },
  createdAt: "2026-01-02T03:04:05.000Z",
  updatedAt: "2026-01-02T03:04:05.000Z",
  urls: {
    location: `${api}/integrations/chat/installations/{installation}`,
    app: "https://docs.example.com/app/{organization}/integrations/chat",
    publicEndpoint: "https://docs.example.com/integrations/chat/installations/{installation}",
    publicContentEndpoint: "https://docs.example.com/integrations/chat/installations/{installation}",
  },
  externalIds: [],
  target: { organization: "{organization}" },
};

const owner = {
  object: "organization",
  id: "{organization}",
  title: "Local",
  createdAt: "2026-01-02T03:04:05.000Z",
  emailDomains: [],
  type: "business",
  defaultRole: null,
  sso: false,
  ai: false,
  inviteLinks: false,
  plan: "internal",
  mergeRules: { type: "none" },
  trial: { status: "notapplicable", count: 0 },
  urls: { location: `${api}/orgs/{organization}`, app: "https://docs.example.com/app/{organization}" },
  permissions: {
    view: true,
    access: true,
    admin: true,
    ownTeam: false,
    createContent: true,
    createOpenAPISpec: true,
    ingestConversations: true,
    viewBilling: true,
    listMembers: true,
    listTeams: true,
    listIntegrations: true,
    listInstallations: true,
    installIntegration: true,
  },
};

const whole = { ...integration, owner };

const publication = JSON.stringify({ ...published, script: "", organization: "{organization}", secrets: { KEY: "k" } });

const refused = (code: number, message: string) => ({ error: { code, message } });

describe("/integrations/{integrationName}", () => {
  it("POST publishes one", () =>
    exchange({ send: "POST /v1/integrations/chat", body: publication, status: 200, answer: whole }));

  it("POST again publishes its next version", () =>
    exchange({ send: "POST /v1/integrations/chat", body: publication, status: 200, answer: { ...whole, version: 2 } }));

  it("POST rejects an organization that does not exist", () =>
    exchange({
      send: "POST /v1/integrations/other",
      body: publication.replace("{organization}", "nobody"),
      status: 404,
      answer: refused(404, "organization: there is no organization nobody, or this token may not see it."),
    }));

  it("POST rejects an icon that is not an image", () =>
    exchange({
      send: "POST /v1/integrations/other",
      body: publication.replace("{", '{"icon":"aGVsbG8=",'),
      status: 400,
      answer: refused(400, "icon: this is not a PNG, JPEG, GIF or WebP picture in base64."),
    }));

  it("GET returns one", () =>
    exchange({ send: "GET /v1/integrations/chat", status: 200, answer: { ...whole, version: 2 } }));

  it("GET finds none of another name", () =>
    exchange({
      send: "GET /v1/integrations/other",
      status: 404,
      answer: refused(404, "integrationName: there is no integration other, or this token may not see it."),
    }));

  it.each([
    ["search=CHA", 1],
    ["search=50%25_", 0],
    ["category=collaboration", 1],
    ["category=analytics", 0],
    ["blocks=false&contentSources=false", 1],
    ["blocks=true", 0],
    ["blockDomain=chat.example.com", 0],
    ["owner={organization}", 1],
    ["owner=other", 0],
    ["scope=space:content:read&target=all", 1],
    ["scope=openapi:read", 0],
  ])("GET /integrations?%s lists %i", (query, count) =>
    exchange({
      send: `GET /v1/integrations?${query}`,
      status: 200,
      answer: { count, items: count === 0 ? [] : [{ ...whole, version: 2 }] },
    }),
  );
});

describe("/integrations/{integrationName}/installations", () => {
  it("POST installs it, pending until the required settings are given", () =>
    exchange({
      send: "POST /v1/integrations/chat/installations",
      body: '{"organization":"{organization}"}',
      status: 200,
      answer: installation,
    }));

  it("POST rejects a second installation", () =>
    exchange({
      send: "POST /v1/integrations/chat/installations",
      body: '{"organization":"{organization}"}',
      status: 409,
      answer: refused(409, "integrationName: chat is installed in the organization already."),
    }));

  it.each([
    ['{"channel":7}', "configuration.channel: it takes a string, not a number."],
    ['{"room":"a"}', "configuration.room: the integration asks for no such field. Its fields: channel, digest."],
  ])("PATCH rejects the configuration %s", (configuration, message) =>
    exchange({
      send: "PATCH /v1/integrations/chat/installations/{installation}",
      body: `{"configuration":${configuration}}`,
      status: 400,
      answer: refused(400, message),
    }),
  );

  const active = {
    ...installation,
    status: "active",
    configuration: { digest: false, channel: "docs" },
    externalIds: ["team-7"],
    space_selection: "selected",
  };

  it("PATCH configures it, which makes it active", () =>
    exchange({
      send: "PATCH /v1/integrations/chat/installations/{installation}",
      body: '{"configuration":{"channel":"docs"},"externalIds":["team-7"],"space_selection":"selected"}',
      status: 200,
      answer: active,
    }));

  it("GET lists them, also by the integration's own name for them", async () => {
    const answer = { count: 1, items: [active] };
    await exchange({ send: "GET /v1/integrations/chat/installations", status: 200, answer });
    await exchange({ send: "GET /v1/integrations/chat/installations?externalId=team-7", status: 200, answer });
    await exchange({
      send: "GET /v1/integrations/chat/installations?externalId=team",
      status: 200,
      answer: { count: 0, items: [] },
    });
  });

  it("GET {installationId} returns one", () =>
    exchange({
      send: "GET /v1/integrations/chat/installations/{installation}",
      status: 200,
      answer: active,
      required: { "": "IntegrationInstallation" },
    }));

  it("GET lists the spaces and sites it is installed on: none yet", async () => {
    const answer = { count: 0, items: [] };
    await exchange({ send: "GET /v1/integrations/chat/spaces", status: 200, answer });
    await exchange({ send: "GET /v1/integrations/chat/sites", status: 200, answer });
    await exchange({ send: "GET /v1/integrations/chat/sites?extended=true", status: 200, answer });
  });

  it("DELETE uninstalls it", () =>
    exchange({ send: "DELETE /v1/integrations/chat/installations/{installation}", status: 205 }));

  it("DELETE of the integration unpublishes it, and returns 204 if there was none", async () => {
    await exchange({ send: "DELETE /v1/integrations/chat", status: 205 });
    await exchange({ send: "DELETE /v1/integrations/chat", status: 204 });
  });
});
