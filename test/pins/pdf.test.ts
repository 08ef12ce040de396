import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { makeGuides, mergeGuides } from "./guides-space.ts";

const exchange = startExchange();

beforeAll(async () => {
  await makeGuides(exchange);
  await mergeGuides(exchange);
});

const url = "https://docs.example.com/pdf/{what}?expires=1767326645&signature={pdfSignature}";

describe("GET /spaces/{spaceId}/pdf", () => {
  it("returns a temporary URL", () => exchange({ send: "GET /v1/spaces/{guides}/pdf", status: 200, answer: { url } }));

  it("returns 404 for a nonexistent page", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/pdf?page=none",
      status: 404,
      answer: { error: { code: 404, message: "page: there is no page none in this revision." } },
    }));
});

describe("GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf", () => {
  it("returns a temporary URL for a page of the change request", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1/pdf?page={start}&only=true",
      status: 200,
      answer: { url: "https://docs.example.com/pdf/{other}?expires=1767326645&signature={otherSignature}" },
    }));
});
