import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";

const exchange = startExchange();
const required = { "": "Error" };

describe("an error response", () => {
  it("has 400 and a message for what is not JSON", () =>
    exchange({
      send: "PATCH /v1/spaces/any",
      body: '{"title":',
      status: 400,
      answer: { error: { code: 400, message: "body: is not JSON (Unexpected end of JSON input)." } },
      required,
    }));

  it("has 400 for a member that is too long, naming it", () =>
    exchange({
      send: "POST /v1/orgs/{organization}/spaces",
      body: '{"title":"123456789012345678901234567890123456789012345678901"}',
      status: 400,
      answer: { error: { code: 400, message: "title: must be at most 50 characters long." } },
      required,
    }));

  it("has 401 with a challenge if there is no token", () =>
    exchange({
      send: "GET /v1/user",
      headers: { Authorization: null },
      status: 401,
      answerHeaders: { "www-authenticate": 'Bearer realm="copydesk"' },
      answer: {
        error: { code: 401, message: "The Authorization header is missing or is not `Bearer <token>`." },
      },
      required,
    }));

  it("has 401 with a challenge if the token is unknown to the service", () =>
    exchange({
      send: "GET /v1/user",
      headers: { Authorization: "Bearer cpd_unknown" },
      status: 401,
      answerHeaders: { "www-authenticate": 'Bearer realm="copydesk"' },
      answer: { error: { code: 401, message: "The token is unknown, revoked or expired." } },
      required,
    }));

  it("has 404 for a path that the API does not have", () =>
    exchange({
      send: "GET /v1/spaceships",
      status: 404,
      answer: {
        error: {
          code: 404,
          message:
            'This API has no such path. The section "API" of the manual lists every path; in the package, that is docs/reference and openapi.json.',
        },
      },
      required,
    }));

  it("has 404 for an object that does not exist", () =>
    exchange({
      send: "GET /v1/spaces/nowhere",
      status: 404,
      answer: { error: { code: 404, message: "spaceId: there is no space nowhere, or this token may not see it." } },
      required,
    }));

  it("has 405 with the methods that the path accepts", () =>
    exchange({
      send: "PUT /v1/spaces/any",
      status: 405,
      answerHeaders: { allow: "GET, PATCH, DELETE" },
      answer: { error: { code: 405, message: "This path does not accept PUT; it accepts GET, PATCH, DELETE." } },
      required,
    }));

  it("has 415 for a body that is not JSON", () =>
    exchange({
      send: "PATCH /v1/spaces/any",
      headers: { "Content-Type": "text/plain" },
      body: "title: x",
      status: 415,
      answer: { error: { code: 415, message: "The body is text/plain; send application/json." } },
      required,
    }));
});
