import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { localOrganization } from "./local-organization.ts";

const exchange = startExchange();

describe("GET /orgs", () => {
  it("lists the caller's organizations", () =>
    exchange({
      send: "GET /v1/orgs",
      status: 200,
      answer: { count: 1, items: [localOrganization] },
      required: { "items[]": "Organization" },
    }));
});

describe("POST /orgs", () => {
  const made = {
    ...localOrganization,
    id: "{second}",
    title: "Tern Rigging",
    createdAt: "2026-01-02T03:04:05.000Z",
    emailDomains: ["tern.example"],
    useCase: "productDocs",
    urls: {
      location: "https://docs.example.com/v1/orgs/{second}",
      app: "https://docs.example.com/app/{second}",
    },
  };

  it("makes an organization that the caller administers", async () => {
    await exchange({
      send: "POST /v1/orgs",
      body: '{"title":"Tern Rigging","emailDomains":["tern.example"],"useCase":"productDocs"}',
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/orgs/{second}" },
      answer: made,
      required: { "": "Organization" },
    });
    await exchange({
      send: "GET /v1/orgs",
      status: 200,
      answer: { count: 2, items: [localOrganization, made] },
    });
  });

  it("requires a title", () =>
    exchange({
      send: "POST /v1/orgs",
      body: "{}",
      status: 400,
      answer: { error: { code: 400, message: "title: is required (string)." } },
      required: { "": "Error" },
    }));
});

describe("GET /orgs/{organizationId}", () => {
  it("returns one organization", () =>
    exchange({
      send: "GET /v1/orgs/{organization}",
      status: 200,
      answer: localOrganization,
      required: { "": "Organization" },
    }));

  it("returns 404 if there is none", () =>
    exchange({
      send: "GET /v1/orgs/nobody",
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "organizationId: there is no organization nobody, or this token may not see it.",
        },
      },
      required: { "": "Error" },
    }));
});
