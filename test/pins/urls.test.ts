import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { firstPages, guides, guidesPages, localUser, makeGuides, mergeGuides } from "./guides-space.ts";

const exchange = startExchange();

const app = "https://docs.example.com/app/{organization}/s/{guides}";
const api = "https://docs.example.com/v1/spaces/{guides}";
const space = { ...guides, revision: "{merged}", changeRequests: 1 };
const changeRequest = {
  ...firstPages,
  status: "merged",
  revision: "{secondEdit}",
  revisionMerged: "{merged}",
  mergedAt: "2026-01-02T03:04:05.000Z",
  mergedBy: localUser,
};
const [start] = guidesPages("");
const [draftStart] = guidesPages("/~/changes/1");
const setup = start?.pages[0];

beforeAll(async () => {
  await makeGuides(exchange);
  await mergeGuides(exchange);
});

describe("GET /urls/content", () => {
  it.each([
    [app, { space }],
    [`${app}/start-here/setup`, { space, page: setup }],
    [`${app}/~/changes/1`, { space, changeRequest }],
    [`${app}/~/changes/1/start-here`, { space, changeRequest, page: draftStart }],
    [api, { space }],
    [`${api}/content/page/{start}`, { space, page: start }],
    [`${api}/content/path/start-here/setup`, { space, page: setup }],
    [`${api}/revisions/{merged}/page/{start}`, { space, page: start }],
    [`${api}/change-requests/{draft}/content/page/{start}`, { space, changeRequest, page: draftStart }],
    ["http://127.0.0.1:7337/app/{organization}/s/{guides}/start-here", { space, page: start }],
  ])("finds the content at %s", async (url, answer) => {
    await exchange({ send: `GET /v1/urls/content?url=${url}`, status: 200, answer, required: { space: "Space" } });
  });

  it.each([
    ["https://example.com/docs/start", "url: this is not an address of a space, collection or page of this service."],
    [
      "https://docs.example.com/app/{organization}",
      "url: this leads to an organization, not to content. Read the organization by its id.",
    ],
    [
      "https://docs.example.com/app/{organization}/s/none",
      "url: this leads to nothing, or to something this token may not see.",
    ],
    [
      "https://docs.example.com/app/nobody/s/{guides}",
      "url: this leads to nothing, or to something this token may not see.",
    ],
    [`${app}/~/changes/9`, "url: this leads to nothing, or to something this token may not see."],
    [`${api}/revisions/none`, "url: this leads to nothing, or to something this token may not see."],
    [`${app}/no/where`, 'url: space {guides} has no page "no/where". It may have moved; search for it.'],
  ])("returns 404 for %s", (url, message) =>
    exchange({
      send: `GET /v1/urls/content?url=${url}`,
      status: 404,
      answer: { error: { code: 404, message } },
    }),
  );

  it("accepts only web addresses", () =>
    exchange({
      send: "GET /v1/urls/content?url=javascript:alert(1)",
      status: 400,
      answer: { error: { code: 400, message: "url: Invalid URL." } },
    }));
});
