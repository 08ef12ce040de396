import { beforeAll, describe, expect, it } from "vitest";
import { startExchange } from "./exchange.ts";

const exchange = startExchange();

const api = "https://docs.example.com/v1/integrations/stats/installations/{installation}";

const at = "https://docs.example.com/integrations/stats/installations/{installation}";

const refused = (code: number, message: string) => ({ error: { code, message } });

const onSite = {
  integration: "stats",
  installation: "{installation}",
  status: "pending",
  configuration: {},
  externalIds: [],
  urls: {
    location: `${api}/sites/{site}`,
    publicEndpoint: `${at}/sites/{site}`,
    publicContentEndpoint: `${at}/sites/{site}`,
  },
  site: "{site}",
};

const onSpace = {
  ...onSite,
  urls: {
    location: `${api}/spaces/{space}`,
    publicEndpoint: `${at}/spaces/{space}`,
    publicContentEndpoint: `${at}/spaces/{space}`,
  },
  site: undefined,
  space: "{space}",
};

const form = '{"properties":{"tracking":{"type":"string"}},"required":["tracking"]}';

beforeAll(async () => {
  await exchange({
    send: "POST /v1/integrations/stats",
    body: `{"title":"Stats","description":"Counts.","scopes":[],"script":"","organization":"{organization}",
      "configurations":{"site":${form},"space":${form}}}`,
    status: 200,
    answer: expect.objectContaining({ name: "stats" }),
  });
  await exchange({
    send: "POST /v1/integrations/stats/installations",
    body: '{"organization":"{organization}"}',
    status: 200,
    answer: {
      id: "{installation}",
      status: "active",
      space_selection: "all",
      site_selection: "all",
      spaces: 0,
      configuration: {},
      createdAt: "2026-01-02T03:04:05.000Z",
      updatedAt: "2026-01-02T03:04:05.000Z",
      urls: {
        location: api,
        app: "https://docs.example.com/app/{organization}/integrations/stats",
        publicEndpoint: at,
        publicContentEndpoint: at,
      },
      externalIds: [],
      target: { organization: "{organization}" },
    },
  });
  await exchange({
    send: "POST /v1/orgs/{organization}/sites",
    body: '{"title":"Masts"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/orgs/{organization}/sites/{site}" },
    answer: expect.objectContaining({ object: "site" }),
  });
  await exchange({
    send: "POST /v1/orgs/{organization}/spaces",
    body: '{"title":"Masts"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/spaces/{space}" },
    answer: expect.objectContaining({ object: "space" }),
  });
});

const path = "/v1/integrations/stats/installations/{installation}";

describe.each([
  ["sites", "site", '{"siteId":"{site}"}', onSite, "siteId: stats works on the site already."],
  ["spaces", "space", '{"space":"{space}"}', onSpace, "space: stats works on the space already."],
] as const)("/integrations/{integrationName}/installations/{installationId}/%s", (list, kind, body, given, twice) => {
  const { site, space, ...shared } = given as typeof onSite & { space?: string };
  const made = kind === "site" ? { ...shared, site } : { ...shared, space };
  const one = `${path}/${list}/{${kind}}`;

  it("POST installs it there, pending until the required settings are given", () =>
    exchange({
      send: `POST ${path}/${list}`,
      body,
      status: 201,
      answerHeaders: { location: `${api}/${list}/{${kind}}` },
      answer: made,
      required: { "": kind === "site" ? "IntegrationSiteInstallation" : "IntegrationSpaceInstallation" },
    }));

  it("POST rejects a second time", () =>
    exchange({ send: `POST ${path}/${list}`, body, status: 409, answer: refused(409, twice) }));

  it("PATCH rejects what the integration does not ask for", () =>
    exchange({
      send: `PATCH ${one}`,
      body: '{"configuration":{"channel":"a"}}',
      status: 400,
      answer: refused(400, "configuration.channel: the integration asks for no such field. Its fields: tracking."),
    }));

  const active = { ...made, status: "active", configuration: { tracking: "t-1" }, externalIds: ["property-1"] };

  it("PATCH configures it, which makes it active", () =>
    exchange({
      send: `PATCH ${one}`,
      body: '{"configuration":{"tracking":"t-1"},"externalIds":["property-1"]}',
      status: 200,
      answer: active,
    }));

  it("GET reads one and lists all, of the installation and of the integration", async () => {
    await exchange({ send: `GET ${one}`, status: 200, answer: active });
    const answer = { count: 1, items: [active] };
    await exchange({ send: `GET ${path}/${list}`, status: 200, answer });
    await exchange({ send: `GET /v1/integrations/stats/${list}?externalId=property-1`, status: 200, answer });
  });

  it("DELETE removes it, and returns 204 if there was none", async () => {
    await exchange({ send: `DELETE ${one}`, status: 205 });
    await exchange({ send: `DELETE ${one}`, status: 204 });
    await exchange({
      send: `GET ${one}`,
      status: 404,
      answer: refused(404, `${kind}Id: stats is not installed on the ${kind} {${kind}}.`),
    });
  });
});

it("GET /orgs/{organizationId}/sites/{siteId}/integrations lists what works on a site", () =>
  exchange({
    send: "GET /v1/orgs/{organization}/sites/{site}/integrations?search=stat",
    status: 200,
    answer: { count: 1, items: [expect.objectContaining({ object: "integration", name: "stats" })] },
  }));

it.each([
  ["tasks", '{"task":{"type":"digest"},"schedule":60}', "queueIntegrationTask"],
  ["installations/{installation}/tokens", undefined, "createIntegrationInstallationToken"],
] as const)("POST %s takes the token of the integration alone", (rest, body, id) =>
  exchange({
    send: `POST /v1/integrations/stats/${rest}`,
    ...(body === undefined ? {} : { body }),
    status: 403,
    answer: refused(
      403,
      `${id} takes the token of an integration, which its script finds in environment.apiTokens.integration.`,
    ),
  }),
);
