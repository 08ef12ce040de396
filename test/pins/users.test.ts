import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { localUser } from "./guides-space.ts";

const exchange = startExchange();

describe("GET /user", () => {
  it("returns the owner of the token", () =>
    exchange({
      send: "GET /v1/user",
      headers: { Authorization: "Bearer {token}" },
      status: 200,
      answer: localUser,
      required: { "": "User" },
    }));

  it("accepts the scheme in any case", () =>
    exchange({ send: "GET /v1/user", headers: { Authorization: "bearer {token}" }, status: 200, answer: localUser }));
});

describe("GET /users/{userId}", () => {
  it("returns the user, at the address in every mention of them", () =>
    exchange({ send: "GET /v1/users/{user}", status: 200, answer: localUser, required: { "": "User" } }));

  it("returns 404 for an unknown user", () =>
    exchange({
      send: "GET /v1/users/nobody",
      status: 404,
      answer: {
        error: { code: 404, message: "userId: there is no user nobody, or this token may not see them." },
      },
    }));
});
