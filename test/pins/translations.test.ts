import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { makeGuides, mergeGuides } from "./guides-space.ts";

const exchange = startExchange();
const path = "/v1/orgs/{organization}/translations";
const location = `https://docs.example.com${path}/{translation}`;

const set = {
  object: "translation",
  id: "{translation}",
  status: "pending",
  source: { space: "{guides}", language: "en" },
  language: "de",
  instructions: { object: "document", data: { schemaVersion: 8 }, nodes: [] },
  createdAt: "2026-01-02T04:00:00.000Z",
  updatedAt: "2026-01-02T04:00:00.000Z",
  stats: {
    runs: 0,
    totalWords: 0,
    totalPages: 0,
    totalDuration: 0,
    latestRunDuration: 0,
    latestPages: 0,
    latestWords: 0,
  },
  permissions: { view: true, edit: true },
  urls: { location },
};

beforeAll(async () => {
  await makeGuides(exchange);
  await mergeGuides(exchange);
  exchange.at("2026-01-02T04:00:00.000Z");
});

describe("/orgs/{organizationId}/translations", () => {
  it("POST creates a translation, which is pending until a run completes", () =>
    exchange({
      send: `POST ${path}`,
      body: `{"source":{"space":"{guides}","language":"en"},"language":"de",
        "instructions":{"object":"document","data":{"schemaVersion":8},"nodes":[]}}`,
      status: 201,
      answerHeaders: { location },
      answer: set,
      required: { "": "Translation" },
    }));

  it("POST rejects the language of the space, and a space that does not exist", async () => {
    await exchange({
      send: `POST ${path}`,
      body: '{"source":{"space":"{guides}","language":"de"},"language":"de"}',
      status: 400,
      answer: { error: { code: 400, message: "language: the space is already in de. Name another language." } },
    });
    await exchange({
      send: `POST ${path}`,
      body: '{"source":{"space":"nowhere","language":"en"},"language":"de"}',
      status: 400,
      answer: {
        error: { code: 400, message: "source.space: there is no space nowhere, or this token may not see it." },
      },
    });
  });

  it("GET lists them, and returns one", async () => {
    await exchange({
      send: `GET ${path}`,
      status: 200,
      answer: { count: 1, items: [set] },
      required: { "items[]": "Translation" },
    });
    await exchange({ send: `GET ${path}/{translation}`, status: 200, answer: set, required: { "": "Translation" } });
    await exchange({
      send: `GET ${path}/nothing`,
      status: 404,
      answer: {
        error: { code: 404, message: "translationId: there is no translation nothing, or this token may not see it." },
      },
    });
  });

  it("PUT replaces the instructions", () =>
    exchange({
      send: `PUT ${path}/{translation}`,
      body: '{"instructions":{"object":"document","data":{"schemaVersion":8},"nodes":[]}}',
      status: 200,
      answer: set,
      required: { "": "Translation" },
    }));

  it("POST run returns no body, and the run then waits with its segments", async () => {
    await exchange({ send: `POST ${path}/{translation}/run`, status: 204 });
    await exchange.jobs();
    await exchange({
      send: `GET ${path}/{translation}?segments=2`,
      status: 200,
      answer: {
        ...set,
        work: {
          segments: 7,
          items: [
            {
              id: "{first}",
              text: "First steps",
              kind: "description",
              page: { id: "{start}", title: "Start here" },
              terms: {},
            },
            {
              id: "{second}",
              text: "Start here",
              kind: "heading",
              page: { id: "{start}", title: "Start here" },
              terms: {},
            },
          ],
          next: { page: "{cursor}" },
        },
        stats: { ...set.stats, runs: 1 },
      },
    });
  });

  it("POST run accepts their translations", async () => {
    await exchange({
      send: `POST ${path}/{translation}/run`,
      body: '{"translations":[{"segment":"{first}","text":"Erste Schritte"}]}',
      status: 204,
    });
    await exchange({
      send: `GET ${path}/{translation}`,
      status: 200,
      answer: { ...set, work: { segments: 6 }, stats: { ...set.stats, runs: 1, totalWords: 2, latestWords: 2 } },
    });
  });

  it("DELETE returns 205, and 204 if there was nothing", async () => {
    await exchange({ send: `DELETE ${path}/{translation}`, status: 205 });
    await exchange({ send: `DELETE ${path}/{translation}`, status: 204 });
  });
});
