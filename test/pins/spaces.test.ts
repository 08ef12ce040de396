import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { guides } from "./guides-space.ts";

const exchange = startExchange();

const handbook = {
  ...guides,
  id: "{handbook}",
  title: "Handbook",
  emoji: "📘",
  createdAt: "2026-01-02T04:00:00.000Z",
  updatedAt: "2026-01-02T04:00:00.000Z",
  editMode: "locked",
  urls: {
    location: "https://docs.example.com/v1/spaces/{handbook}",
    app: "https://docs.example.com/app/{organization}/s/{handbook}",
  },
  language: "pt-br",
  revision: "{handbookRevision}",
  permissions: { ...guides.permissions, edit: false, merge: false, triggerGitSync: false },
};

beforeAll(() =>
  exchange({
    send: "POST /v1/orgs/{organization}/spaces",
    body: '{"title":"Guides"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/spaces/{guides}" },
    answer: guides,
    required: { "": "Space" },
  }),
);

describe("spaces", () => {
  it("are created with the caller's settings, and listed oldest first", async () => {
    exchange.at("2026-01-02T04:00:00.000Z");
    await exchange({
      send: "POST /v1/orgs/{organization}/spaces",
      body: '{"title":"Handbook","emoji":"📘","language":"pt-br","editMode":"locked"}',
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/spaces/{handbook}" },
      answer: handbook,
      required: { "": "Space" },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/spaces",
      status: 200,
      answer: { count: 2, items: [guides, handbook] },
      required: { "items[]": "Space" },
    });
  });

  it("are named Untitled if they are created without a title", () =>
    exchange({
      send: "POST /v1/orgs/{organization}/spaces",
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/spaces/{untitled}" },
      answer: {
        ...guides,
        id: "{untitled}",
        title: "Untitled",
        createdAt: "2026-01-02T04:00:00.000Z",
        updatedAt: "2026-01-02T04:00:00.000Z",
        urls: {
          location: "https://docs.example.com/v1/spaces/{untitled}",
          app: "https://docs.example.com/app/{organization}/s/{untitled}",
        },
        revision: "{untitledRevision}",
      },
    }));

  it("are returned, with or without a share key", async () => {
    await exchange({ send: "GET /v1/spaces/{guides}", status: 200, answer: guides, required: { "": "Space" } });
    await exchange({ send: "GET /v1/spaces/{guides}?shareKey=secret", status: 200, answer: guides });
  });

  it("accept any member of a change, alone or together", async () => {
    exchange.at("2026-01-02T05:00:00.000Z");
    const changed = { ...guides, updatedAt: "2026-01-02T05:00:00.000Z", title: "Guides and more" };
    await exchange({
      send: "PATCH /v1/spaces/{guides}",
      body: '{"title":"Guides and more"}',
      status: 200,
      answer: changed,
      required: { "": "Space" },
    });
    await exchange({
      send: "PATCH /v1/spaces/{guides}",
      body: `{"emoji":"🧭","editMode":"locked","defaultLevel":"comment","language":"de",
        "mergeRules":{"type":"rules","rules":[{"rule":"require_specific_reviewers","users":["{user}"]}]}}`,
      status: 200,
      answer: {
        ...changed,
        emoji: "🧭",
        editMode: "locked",
        defaultLevel: "comment",
        language: "de",
        mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users: ["{user}"] }] },
        permissions: { ...guides.permissions, edit: false, merge: false, triggerGitSync: false },
      },
    });
    await exchange({
      send: "PATCH /v1/spaces/{guides}",
      body: '{"title":"Guides","emoji":"","editMode":"live","defaultLevel":null,"language":"en","mergeRules":{"type":"inherit"}}',
      status: 200,
      answer: { ...changed, title: "Guides", defaultLevel: null, language: "en" },
    });
  });

  it("are deleted with 205, then 204, and can be restored with their data for a while", async () => {
    exchange.at("2026-01-02T06:00:00.000Z");
    const before = {
      ...guides,
      updatedAt: "2026-01-02T05:00:00.000Z",
      defaultLevel: null,
      language: "en",
    };
    await exchange({ send: "DELETE /v1/spaces/{guides}", status: 205 });
    await exchange({ send: "DELETE /v1/spaces/{guides}", status: 204 });
    await exchange({
      send: "GET /v1/spaces/{guides}",
      status: 200,
      answer: { ...before, deletedAt: "2026-01-02T06:00:00.000Z" },
      required: { "": "Space" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/content",
      status: 404,
      answer: {
        error: { code: 404, message: "spaceId: space {guides} was deleted. It can be restored for 7 days." },
      },
    });
    exchange.at("2026-01-02T07:00:00.000Z");
    await exchange({
      send: "POST /v1/spaces/{guides}/restore",
      status: 200,
      answer: { ...before, updatedAt: "2026-01-02T07:00:00.000Z" },
      required: { "": "Space" },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/restore",
      status: 409,
      answer: { error: { code: 409, message: "Space {guides} is not deleted." } },
    });
  });

  it("are deleted with 204 if they never existed", () => exchange({ send: "DELETE /v1/spaces/nowhere", status: 204 }));
});

describe("POST /spaces/{spaceId}/content/template", () => {
  it("fills a space and answers 201 without a body, as the public descriptions say", () =>
    exchange({ send: "POST /v1/spaces/{guides}/content/template", body: '{"id":"{guides}"}', status: 201 }));
});
