import { describe, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { startExchange } from "./exchange.ts";

const exchange = startExchange();

describe("GET /", () => {
  it("returns the running release, with the time it was built", () =>
    exchange({
      send: "GET /v1/",
      status: 200,
      answer: {
        version: packageFile.version,
        build: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    }));

  it("requires a token, like every other operation", () =>
    exchange({
      send: "GET /v1/",
      headers: { Authorization: null },
      status: 401,
      answerHeaders: { "www-authenticate": 'Bearer realm="copydesk"' },
      answer: {
        error: { code: 401, message: "The Authorization header is missing or is not `Bearer <token>`." },
      },
    }));
});
