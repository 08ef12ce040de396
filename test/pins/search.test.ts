import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { makeGuides, mergeGuides } from "./guides-space.ts";

const exchange = startExchange();

const app = "https://docs.example.com/app/{organization}/s/{guides}";
const start = {
  id: "{start}",
  title: "Start here",
  description: "First steps",
  path: "start-here",
  score: "{#score}",
  rank: 1,
  sections: [
    {
      id: "{start}#install",
      title: "Install",
      path: "start-here#install",
      body: "Run the **installer**.",
      score: "{#score}",
      urls: { app: `${app}/start-here#install` },
    },
  ],
  ancestors: [],
  urls: { app: `${app}/start-here` },
};
const setup = {
  id: "{setup}",
  title: "Setup",
  description: "",
  path: "start-here/setup",
  score: "{#score}",
  rank: 1,
  sections: [
    {
      id: "{setup}#",
      title: "Setup",
      path: "start-here/setup",
      body: "The **wizard** asks for a folder.",
      score: "{#score}",
      urls: { app: `${app}/start-here/setup` },
    },
  ],
  ancestors: [{ title: "Start here" }],
  urls: { app: `${app}/start-here/setup` },
};

beforeAll(async () => {
  await makeGuides(exchange);
  await mergeGuides(exchange);
});

describe("GET /spaces/{spaceId}/search", () => {
  it("answers pages with the sections that match", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/search?query=installer",
      status: 200,
      answer: { count: 1, items: [start] },
      required: { "items[]": "SearchPageResult", "items[].sections[]": "SearchSectionResult" },
    }));

  it("names the pages above a page, and the page itself where its beginning matches", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/search?query=wizard",
      status: 200,
      answer: { count: 1, items: [setup] },
      required: { "items[]": "SearchPageResult", "items[].sections[]": "SearchSectionResult" },
    }));

  it("answers an empty list when nothing matches", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/search?query=zebra",
      status: 200,
      answer: { count: 0, items: [] },
    }));

  it("needs a query", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/search",
      status: 400,
      answer: { error: { code: 400, message: "query: must be a string." } },
    }));
});

describe("GET /orgs/{organizationId}/search", () => {
  it("answers the same grouped by space", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/search?query=wizard",
      status: 200,
      answer: {
        count: 1,
        items: [{ type: "space", id: "{guides}", title: "Guides", score: "{#score}", pages: [setup] }],
      },
      required: {
        "items[]": "SearchSpaceResult",
        "items[].pages[]": "SearchPageResult",
        "items[].pages[].sections[]": "SearchSectionResult",
      },
    }));
});
