import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { guides } from "./guides-space.ts";

const exchange = startExchange();

const space = (name: string, title: string, minute: number) => {
  const time = `2026-01-02T04:0${minute}:00.000Z`;
  return {
    ...guides,
    id: `{${name}}`,
    title,
    createdAt: time,
    updatedAt: time,
    urls: {
      location: `https://docs.example.com/v1/spaces/{${name}}`,
      app: `https://docs.example.com/app/{organization}/s/{${name}}`,
    },
    revision: `{${name}Revision}`,
  };
};
const one = space("one", "One", 1);
const two = space("two", "Two", 2);
const three = space("three", "Three", 3);

beforeAll(async () => {
  for (const made of [one, two, three]) {
    exchange.at(made.createdAt);
    await exchange({
      send: "POST /v1/orgs/{organization}/spaces",
      body: `{"title":"${made.title}"}`,
      status: 201,
      answerHeaders: { location: made.urls.location },
      answer: made,
    });
  }
});

describe("a list", () => {
  it("returns `next.page` while there is more, and none on the last page", async () => {
    await exchange({
      send: "GET /v1/orgs/{organization}/spaces?limit=2",
      status: 200,
      answer: { next: { page: "{cursor}" }, count: 3, items: [one, two] },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/spaces?limit=2&page={cursor}",
      status: 200,
      answer: { count: 3, items: [three] },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/spaces?limit=3",
      status: 200,
      answer: { count: 3, items: [one, two, three] },
    });
  });

  it("returns only the count with a limit of 0", () =>
    exchange({ send: "GET /v1/orgs/{organization}/spaces?limit=0", status: 200, answer: { count: 3, items: [] } }));

  it("accepts a limit of 1000 but not of 1001", async () => {
    await exchange({
      send: "GET /v1/orgs/{organization}/spaces?limit=1000",
      status: 200,
      answer: { count: 3, items: [one, two, three] },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/spaces?limit=1001",
      status: 400,
      answer: { error: { code: 400, message: "limit: must be at most 1000." } },
    });
  });

  it("rejects a cursor of another list", async () => {
    await exchange({
      send: "GET /v1/orgs/{organization}/spaces?limit=1",
      status: 200,
      answer: { next: { page: "{first}" }, count: 3, items: [one] },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/change-requests?page={first}",
      status: 400,
      answer: {
        error: {
          code: 400,
          message:
            "page: this cursor belongs to another list. Use it with the same path and filters, or leave it out to start over.",
        },
      },
    });
  });
});
