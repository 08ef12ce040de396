import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";

const exchange = startExchange();
const path = "/v1/orgs/{organization}/translations-glossary";

const entry = (id: string, translations: Readonly<Record<string, string>>) => ({
  object: "glossary-entry",
  id,
  translations,
  createdAt: "2026-01-02T03:04:05.000Z",
  updatedAt: "2026-01-02T03:04:05.000Z",
  urls: { location: `https://docs.example.com${path}` },
});

describe("/orgs/{organizationId}/translations-glossary", () => {
  it("PUT adds entries and returns no body; GET lists them by the terms of a language", async () => {
    await exchange({ send: `GET ${path}`, status: 200, answer: { count: 0, items: [] } });
    await exchange({
      send: `PUT ${path}`,
      body: `{"operations":[
        {"type":"insert","translations":{"en":"space","de":"Bereich"}},
        {"type":"insert","translations":{"en":"page","de":"Seite"}}]}`,
      status: 204,
    });
    await exchange({
      send: `GET ${path}?orderBy=en&limit=1`,
      status: 200,
      answer: { next: { page: "{cursor}" }, count: 2, items: [entry("{page}", { en: "page", de: "Seite" })] },
      required: { "items[]": "GlossaryEntry" },
    });
    await exchange({
      send: `GET ${path}?orderBy=en&limit=1&page={cursor}`,
      status: 200,
      answer: { count: 2, items: [entry("{space}", { en: "space", de: "Bereich" })] },
    });
  });

  it("PUT changes and removes entries, all or none", async () => {
    await exchange({
      send: `PUT ${path}`,
      body: '{"operations":[{"type":"delete","id":"{page}"},{"type":"update","id":"none","translations":{"en":"x"}}]}',
      status: 400,
      answer: {
        error: {
          code: 400,
          message: "operations[1].id: the glossary has no entry none. None of the changes was made.",
        },
      },
    });
    await exchange({
      send: `PUT ${path}`,
      body: `{"operations":[{"type":"delete","id":"{page}"},
        {"type":"update","id":"{space}","translations":{"en":"space","de":"Raum"}}]}`,
      status: 204,
    });
    await exchange({
      send: `GET ${path}`,
      status: 200,
      answer: { count: 1, items: [entry("{space}", { en: "space", de: "Raum" })] },
    });
  });
});
