import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { guides, localUser } from "./guides-space.ts";

const exchange = startExchange();

beforeAll(() =>
  exchange({
    send: "POST /v1/orgs/{organization}/spaces",
    body: '{"title":"Guides"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/spaces/{guides}" },
    answer: guides,
  }),
);

describe("permissions in a space", () => {
  it("are granted to users and teams with 204", async () => {
    await exchange({
      send: "POST /v1/spaces/{guides}/permissions",
      body: '{"users":["{user}"],"role":"comment"}',
      status: 204,
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/permissions",
      body: '{"teams":["nobody"],"role":"comment"}',
      status: 404,
      answer: { error: { code: 404, message: "teams: the organization of the space has no team nobody." } },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/permissions",
      body: '{"users":[],"role":"comment"}',
      status: 400,
      answer: { error: { code: 400, message: "users: must be at least 1 item long." } },
    });
  });

  it("are listed as granted, and as they apply", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/permissions/users",
      status: 200,
      answer: { count: 1, items: [{ permission: "comment", user: localUser }] },
      required: { "items[].user": "User" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/permissions/aggregate",
      status: 200,
      answer: { count: 1, items: [{ permission: "admin", user: localUser, source: { kind: "administrator" } }] },
      required: { "items[].user": "User" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/permissions/aggregate?role=read",
      status: 200,
      answer: { count: 0, items: [] },
    });
    await exchange({ send: "GET /v1/spaces/{guides}/permissions/teams", status: 200, answer: { count: 0, items: [] } });
  });

  it("are changed with 204 and revoked with 205, then 204", async () => {
    await exchange({
      send: "PATCH /v1/spaces/{guides}/permissions/users/{user}",
      body: '{"role":"read"}',
      status: 204,
    });
    await exchange({ send: "DELETE /v1/spaces/{guides}/permissions/users/{user}", status: 205 });
    await exchange({ send: "DELETE /v1/spaces/{guides}/permissions/users/{user}", status: 204 });
  });
});
