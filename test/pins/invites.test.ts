import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { localOrganization } from "./local-organization.ts";

const exchange = startExchange();

const links = "/v1/orgs/{organization}/link-invites";

describe("invite links", () => {
  it("are created once they are switched on", async () => {
    await exchange({
      send: `POST ${links}`,
      body: '{"role":"read"}',
      status: 409,
      answer: {
        error: {
          code: 409,
          message:
            'Invite links of organization {organization} are switched off. An administrator can switch them on: updateOrganizationById with "inviteLinks": true.',
        },
      },
    });
    await exchange({
      send: "PATCH /v1/orgs/{organization}",
      body: '{"inviteLinks":true}',
      status: 200,
      answer: { ...localOrganization, inviteLinks: true },
    });
    await exchange({
      send: `POST ${links}`,
      body: '{"role":"read"}',
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/orgs/{organization}/link-invites/{link}" },
      answer: { object: "invite", id: "{link}", redundant: true, role: "read" },
    });
  });

  it("are listed, changed and deleted", async () => {
    const link = { object: "invite", id: "{link}", redundant: true, role: "read" };
    await exchange({ send: `GET ${links}`, status: 200, answer: { count: 1, items: [link] } });
    await exchange({
      send: `PATCH ${links}/{link}`,
      body: '{"role":null}',
      status: 200,
      answer: { ...link, role: null },
    });
    await exchange({ send: "POST /v1/orgs/{organization}/invites/{link}", status: 200, answer: {} });
    await exchange({ send: `DELETE ${links}/{link}`, status: 205 });
    await exchange({ send: `DELETE ${links}/{link}`, status: 204 });
    await exchange({
      send: "POST /v1/orgs/{organization}/invites/{link}",
      status: 404,
      answer: {
        error: {
          code: 404,
          message:
            "inviteId: there is no such invitation. It may have been used or revoked, or have expired. Ask for a new one.",
        },
      },
    });
    await exchange({
      send: `PATCH ${links}/{link}`,
      body: "{}",
      status: 404,
      answer: {
        error: {
          code: 404,
          message:
            "inviteId: the organization has no invite {link}. listOrganizationInviteLinks shows those there are.",
        },
      },
    });
  });
});

describe("invitations to e-mail addresses", () => {
  it("wait to be accepted", async () => {
    await exchange({
      send: "POST /v1/orgs/{organization}/invites",
      body: '{"emails":["Ada@Example.com"],"role":"edit"}',
      status: 200,
      answer: {
        users: [],
        invited: 1,
        invitations: [
          {
            email: "ada@example.com",
            outcome: "invited",
            id: "{invite}",
            expiresAt: "2026-01-09T03:04:05.000Z",
            url: "https://docs.example.com/app/invite/{secret}",
          },
        ],
      },
    });
    await exchange({
      send: `GET ${links}`,
      status: 200,
      answer: {
        count: 1,
        items: [
          {
            object: "invite",
            id: "{invite}",
            redundant: true,
            role: "edit",
            email: "ada@example.com",
            expiresAt: "2026-01-09T03:04:05.000Z",
            delivery: "shown",
          },
        ],
      },
    });
  });
});

describe("domains of e-mail addresses", () => {
  it("can be joined by users with an address in them", async () => {
    await exchange({ send: "POST /v1/orgs/{organization}/join", status: 204 });
    await exchange({
      send: "POST /v1/orgs/none/join",
      status: 404,
      answer: { error: { code: 404, message: "organizationId: there is no organization none." } },
    });
    await exchange({
      send: "GET /v1/email-domains/example.com/orgs",
      status: 200,
      answer: { organizations: [] },
    });
  });
});
