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
