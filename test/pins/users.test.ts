import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { localUser } from "./guides-space.ts";

const exchange = startExchange();

describe("GET /user", () => {
  it("answers who the token belongs to", () =>
    exchange({
      send: "GET /v1/user",
      headers: { Authorization: "Bearer {token}" },
      status: 200,
      answer: localUser,
      required: { "": "User" },
    }));

  it("takes the scheme in any case", () =>
    exchange({ send: "GET /v1/user", headers: { Authorization: "bearer {token}" }, status: 200, answer: localUser }));
});

describe("GET /users/{userId}", () => {
  it("answers the user, at the address that every mention of them gives", () =>
    exchange({ send: "GET /v1/users/{user}", status: 200, answer: localUser, required: { "": "User" } }));

  it("answers 404 for somebody unknown", () =>
    exchange({
      send: "GET /v1/users/nobody",
      status: 404,
      answer: {
        error: { code: 404, message: "userId: there is no user nobody, or this token may not see them." },
      },
    }));
});
