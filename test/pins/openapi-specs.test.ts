import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";

const exchange = startExchange();

const text = "openapi: 3.1.0\ninfo:\n  title: Billing\n  version: 2.0.0\npaths: {}\n";
const body = JSON.stringify({ slug: "billing-api", source: { text } });

const download = "https://docs.example.com/openapi/{version}?expires={expires}&signature={signature}";
const published = "https://docs.example.com/openapi/public/{key}";
const location = "https://docs.example.com/v1/orgs/{organization}/openapi/billing-api";
const spec = {
  object: "openapi-spec",
  id: "{spec}",
  createdAt: "2026-01-02T03:04:05.000Z",
  updatedAt: "2026-01-02T03:04:05.000Z",
  slug: "billing-api",
  processingState: "complete",
  visibility: "private",
  lastVersion: "{version}",
  lastProcessedAt: "2026-01-02T03:04:05.000Z",
  lastProcessedErrors: [],
  lastProcessedErrorCount: 0,
  permissions: { view: true, edit: true },
  urls: { location, app: "https://docs.example.com/app/{organization}/openapi/billing-api" },
};
const version = {
  object: "openapi-spec-version",
  id: "{version}",
  createdAt: "2026-01-02T03:04:05.000Z",
  url: download,
  urls: { location: `${location}/versions/{version}` },
};
const content = {
  filesystem: [
    {
      dir: ".",
      isEntrypoint: true,
      references: [],
      filename: "openapi.yaml",
      specification: { openapi: "3.1.0", info: { title: "Billing", version: "2.0.0" }, paths: {} },
    },
  ],
  url: download,
  urls: { source: download, public: null },
};

describe("/orgs/{organizationId}/openapi", () => {
  it("POST adds one that waits to be read", async () => {
    const { lastVersion: _, lastProcessedAt: _at, lastProcessedErrors: _errors, ...fresh } = spec;
    await exchange({
      send: "POST /v1/orgs/{organization}/openapi",
      body,
      status: 201,
      answerHeaders: { location },
      answer: { ...fresh, processingState: "pending" },
      required: { "": "OpenAPISpec" },
    });
    await exchange.jobs();
  });

  it("POST rejects a slug that is taken", () =>
    exchange({
      send: "POST /v1/orgs/{organization}/openapi",
      body,
      status: 400,
      answer: {
        error: {
          code: 400,
          message:
            "slug: the organization has a specification billing-api. Give it a new source with PUT, or choose another slug.",
        },
      },
    }));

  it("GET lists them", () =>
    exchange({ send: "GET /v1/orgs/{organization}/openapi", status: 200, answer: { count: 1, items: [spec] } }));

  it("GET {specSlug} returns one", () =>
    exchange({ send: "GET /v1/orgs/{organization}/openapi/billing-api", status: 200, answer: spec }));

  it("GET {specSlug} finds none of another name", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/openapi/other",
      status: 404,
      answer: { error: { code: 404, message: "specSlug: the organization has no OpenAPI specification other." } },
    }));
});

describe("/orgs/{organizationId}/openapi/{specSlug}/versions", () => {
  const versions = "/v1/orgs/{organization}/openapi/billing-api/versions";

  it("GET lists them", () =>
    exchange({
      send: `GET ${versions}`,
      status: 200,
      answer: { count: 1, items: [version] },
      required: { "items[]": "OpenAPISpecVersion" },
    }));

  it.each(["latest", "{version}"])("GET %s returns one", (name) =>
    exchange({ send: `GET ${versions}/${name}`, status: 200, answer: version }),
  );

  it.each(["latest", "{version}"])("GET %s/content returns it parsed, by file", (name) =>
    exchange({
      send: `GET ${versions}/${name}/content`,
      status: 200,
      answer: content,
      required: { "": "OpenAPISpecContent" },
    }),
  );

  it("GET latest/content/raw returns its text", () =>
    exchange({ send: `GET ${versions}/latest/content/raw`, status: 200, answer: { text, format: "yaml" } }));

  it("GET {versionId} finds no other", () =>
    exchange({
      send: `GET ${versions}/none`,
      status: 404,
      answer: { error: { code: 404, message: "versionId: specification billing-api has no version none." } },
    }));
});

describe("/orgs/{organizationId}/openapi/{specSlug}", () => {
  it("PATCH makes it public", () =>
    exchange({
      send: "PATCH /v1/orgs/{organization}/openapi/billing-api",
      body: '{"visibility":"public"}',
      status: 200,
      answer: { ...spec, visibility: "public", urls: { ...spec.urls, published: published } },
    }));

  it("PUT returns 200 for a new source of an existing one, and 201 for a new one", async () => {
    exchange.at("2026-01-02T04:00:00.000Z");
    await exchange({
      send: "PUT /v1/orgs/{organization}/openapi/billing-api",
      body: '{"source":{"url":"https://127.0.0.1/openapi.json"}}',
      status: 200,
      answer: {
        ...spec,
        updatedAt: "2026-01-02T04:00:00.000Z",
        sourceURL: "https://127.0.0.1/openapi.json",
        processingState: "pending",
        visibility: "public",
        urls: { ...spec.urls, published: published },
      },
    });
    await exchange.jobs();
    await exchange({
      send: "GET /v1/orgs/{organization}/openapi/billing-api",
      status: 200,
      answer: {
        ...spec,
        updatedAt: "2026-01-02T04:00:00.000Z",
        sourceURL: "https://127.0.0.1/openapi.json",
        visibility: "public",
        lastProcessedAt: "2026-01-02T04:00:00.000Z",
        lastProcessErrorCode: "FETCH_ERROR",
        lastProcessedErrors: [
          { code: "fetch", message: "The URL https://127.0.0.1/openapi.json is not at a public address." },
        ],
        lastProcessedErrorCount: 1,
        urls: { ...spec.urls, published: published },
      },
    });
    await exchange({
      send: "PUT /v1/orgs/{organization}/openapi/other",
      body: JSON.stringify({ source: { text: "openapi: 9" } }),
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/orgs/{organization}/openapi/other" },
      answer: {
        object: "openapi-spec",
        id: "{other}",
        createdAt: "2026-01-02T04:00:00.000Z",
        updatedAt: "2026-01-02T04:00:00.000Z",
        slug: "other",
        processingState: "pending",
        visibility: "private",
        lastProcessedErrorCount: 0,
        permissions: { view: true, edit: true },
        urls: {
          location: "https://docs.example.com/v1/orgs/{organization}/openapi/other",
          app: "https://docs.example.com/app/{organization}/openapi/other",
        },
      },
    });
    await exchange.jobs();
  });

  it("DELETE removes it with its versions, and returns 204 if there is none", async () => {
    await exchange({ send: "DELETE /v1/orgs/{organization}/openapi/billing-api", status: 205 });
    await exchange({ send: "DELETE /v1/orgs/{organization}/openapi/billing-api", status: 204 });
    await exchange({
      send: "GET /v1/orgs/{organization}/openapi/billing-api/versions",
      status: 404,
      answer: { error: { code: 404, message: "specSlug: the organization has no OpenAPI specification billing-api." } },
    });
  });
});
