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
