import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { localMember } from "./local-organization.ts";

const exchange = startExchange();

const at = "/v1/orgs/{organization}/teams";

const team = {
  object: "team",
  id: "{team}",
  title: "Writers",
  members: 0,
  spaces: 0,
  createdAt: "2026-01-02T03:04:05.000Z",
  permissions: { admin: true, view: true },
};

const noTeam = {
  error: { code: 404, message: "teamId: there is no team none, or this token may not see it." },
};

describe("a team", () => {
  it("is created", async () => {
    await exchange({
      send: `PUT ${at}`,
      body: '{"title":"Writers"}',
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/orgs/{organization}/teams/{team}" },
      answer: team,
      required: { "": "OrganizationTeam" },
    });
  });

  it("is not created without a title, with a long one, or with strangers", async () => {
    await exchange({
      send: `PUT ${at}`,
      body: "{}",
      status: 400,
      answer: { error: { code: 400, message: "title: is required (string)." } },
    });
    await exchange({
      send: `PUT ${at}`,
      body: JSON.stringify({ title: "x".repeat(65) }),
      status: 400,
      answer: { error: { code: 400, message: "title: must be at most 64 characters long." } },
    });
    await exchange({
      send: `PUT ${at}`,
      body: '{"title":"Ghosts","members":["nobody"]}',
      status: 404,
      answer: {
        error: {
          code: 404,
          message:
            "members: the organization has no member nobody. Name members by id; listMembersInOrganizationById shows them.",
        },
      },
    });
    await exchange({ send: `GET ${at}?title=ghosts`, status: 200, answer: { count: 0, items: [] } });
  });

  it("is listed, returned and renamed", async () => {
    await exchange({
      send: `GET ${at}?title=RITE`,
      status: 200,
      answer: { count: 1, items: [team] },
      required: { "items[]": "OrganizationTeam" },
    });
    await exchange({ send: `GET ${at}/{team}`, status: 200, answer: team });
    await exchange({ send: `GET ${at}/none`, status: 404, answer: noTeam });
    await exchange({
      send: `PATCH ${at}/{team}`,
      body: '{"title":"Authors"}',
      status: 200,
      answer: { ...team, title: "Authors" },
    });
    await exchange({ send: `PATCH ${at}/none`, body: '{"title":"x"}', status: 404, answer: noTeam });
  });

  it("gets members one by one, and changes their roles", async () => {
    await exchange({ send: `PUT ${at}/{team}/members/{user}`, body: "{}", status: 204 });
    await exchange({ send: `PUT ${at}/{team}/members/{user}`, body: '{"role":"owner"}', status: 204 });
    const item = {
      organization: { ...localMember, spaces: 0, teams: 1 },
      team: { role: "owner" },
      permissions: { view: true },
    };
    await exchange({
      send: `GET ${at}/{team}/members`,
      status: 200,
      answer: { count: 1, items: [item] },
      required: { "items[]": "OrganizationTeamMember" },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/members/{user}/teams?title=auth",
      status: 200,
      answer: { count: 1, items: [{ team: { ...team, title: "Authors", members: 1 }, member: { role: "owner" } }] },
    });
    await exchange({ send: `GET ${at}?owner={user}&limit=0`, status: 200, answer: { count: 1, items: [] } });
  });

  it("gets several members in one step", async () => {
    await exchange({ send: `PUT ${at}/{team}/members`, body: '{"add":["{user}"]}', status: 204 });
    await exchange({
      send: `PUT ${at}/{team}/members`,
      body: '{"add":["{user}"],"remove":["{user}"],"memberships":{"{user}":{"role":"member"}}}',
      status: 204,
    });
    await exchange({ send: `GET ${at}/{team}/members`, status: 200, answer: { count: 0, items: [] } });
    await exchange({
      send: `PUT ${at}/{team}/members`,
      body: '{"add":["Somebody@example.com"]}',
      status: 404,
      answer: {
        error: {
          code: 404,
          message:
            "add: the organization has no member Somebody@example.com. Name members by id; listMembersInOrganizationById shows them.",
        },
      },
    });
  });

  it("loses members with 205, or 204 if they were not in it", async () => {
    await exchange({ send: `PUT ${at}/{team}/members/{user}`, body: "{}", status: 204 });
    await exchange({ send: `DELETE ${at}/{team}/members/{user}`, status: 205 });
    await exchange({ send: `DELETE ${at}/{team}/members/{user}`, status: 204 });
  });

  it("is removed with 205, then 204", async () => {
    await exchange({ send: `DELETE ${at}/{team}`, status: 205 });
    await exchange({ send: `DELETE ${at}/{team}`, status: 204 });
    await exchange({ send: `GET ${at}`, status: 200, answer: { count: 0, items: [] } });
  });
});
