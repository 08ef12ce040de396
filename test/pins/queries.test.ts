import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { firstPages as created, makeGuides } from "./guides-space.ts";

const exchange = startExchange();

const firstPages = { ...created, revision: "{secondEdit}" };

beforeAll(() => makeGuides(exchange));

describe("an unknown query parameter", () => {
  it("is rejected with the name that may have been meant", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/content/pages?metdata=false",
      status: 400,
      answer: {
        error: { code: 400, message: 'query: this operation does not take "metdata" (did you mean "metadata"?).' },
      },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}?zebras=1&zebras=2",
      status: 400,
      answer: { error: { code: 400, message: 'query: this operation does not take "zebras".' } },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests?draft=true",
      body: "{}",
      status: 400,
      answer: { error: { code: 400, message: 'query: this operation does not take "draft".' } },
    });
  });

  it("is rejected like a member of a body", () =>
    exchange({
      send: "PATCH /v1/spaces/{guides}",
      body: '{"titel":"Guides"}',
      status: 400,
      answer: {
        error: { code: 400, message: 'body: this operation does not take "titel" (did you mean "title"?).' },
      },
    }));
});

describe("GET /orgs/{organizationId}/change-requests", () => {
  const list = "GET /v1/orgs/{organization}/change-requests";

  it("lists the open ones by default, or those of one or several values of status", async () => {
    await exchange({ send: list, status: 200, answer: { count: 0, items: [] } });
    await exchange({ send: `${list}?status=draft`, status: 200, answer: { count: 1, items: [firstPages] } });
    await exchange({
      send: `${list}?status=archived&status=draft`,
      status: 200,
      answer: { count: 1, items: [firstPages] },
      required: { "items[]": "ChangeRequest" },
    });
    await exchange({
      send: `${list}?status=archived&status=merged`,
      status: 200,
      answer: { count: 0, items: [] },
    });
    await exchange({
      send: `${list}?status=open&status=closed`,
      status: 400,
      answer: {
        error: { code: 400, message: 'status.1: must be one of "draft", "open", "archived", "merged".' },
      },
    });
  });
});
