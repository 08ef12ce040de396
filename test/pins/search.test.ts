import { afterAll, beforeAll, describe, it } from "vitest";
import { startModelEndpoint } from "../support/model-endpoint.ts";
import { startExchange } from "./exchange.ts";
import { makeGuides, mergeGuides } from "./guides-space.ts";

const exchange = startExchange(async () => {
  const reply = () => ({ isTold: true, text: "Run the *installer*.", passages: [1], followUps: ["And then?"] });
  return { model: (await startModelEndpoint(reply, afterAll)).settings };
});

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
      body: "Run the installer.",
      highlights: [{ start: 8, end: 17 }],
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
      body: "The wizard asks for a folder.",
      highlights: [{ start: 4, end: 10 }],
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
  it("returns pages with the sections that match", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/search?query=installer",
      status: 200,
      answer: { count: 1, items: [start] },
      required: { "items[]": "SearchPageResult", "items[].sections[]": "SearchSectionResult" },
    }));

  it("includes the parents of a page, and the page itself if its beginning matches", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/search?query=wizard",
      status: 200,
      answer: { count: 1, items: [setup] },
      required: { "items[]": "SearchPageResult", "items[].sections[]": "SearchSectionResult" },
    }));

  it("returns an empty list if nothing matches", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/search?query=zebra",
      status: 200,
      answer: { count: 0, items: [] },
    }));

  it("requires a query", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/search",
      status: 400,
      answer: { error: { code: 400, message: "query: is required (string)." } },
    }));
});

describe("GET /orgs/{organizationId}/search", () => {
  it("returns the same, grouped by space", () =>
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

describe("POST /orgs/{organizationId}/ask", () => {
  it("answers from the passages that search finds, and names them", () =>
    exchange({
      send: "POST /v1/orgs/{organization}/ask?format=markdown",
      body: '{"query":"installer"}',
      status: 200,
      answer: {
        answer: {
          answer: { markdown: "Run the _installer_." },
          followupQuestions: ["And then?"],
          sources: [
            { type: "page", page: "{start}", revision: "{revision}", space: "{guides}", sections: ["{start}#install"] },
          ],
        },
      },
    }));

  it("has no text if nothing is found", () =>
    exchange({
      send: "POST /v1/orgs/{organization}/ask",
      body: '{"query":"zebra"}',
      status: 200,
      answer: { answer: { followupQuestions: [], sources: [] } },
    }));

  it("requires a question", () =>
    exchange({
      send: "POST /v1/orgs/{organization}/ask",
      body: '{"query":""}',
      status: 400,
      answer: { error: { code: 400, message: "query: must be at least 1 character long." } },
    }));
});
