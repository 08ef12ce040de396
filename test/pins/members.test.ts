import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { localMember } from "./local-organization.ts";

const exchange = startExchange();

/** Before there is a space. */
const member = { ...localMember, spaces: 0 };

const at = "/v1/orgs/{organization}/members";

const stranger = {
  error: {
    code: 404,
    message:
      "userId: the organization has no member nobody. Name members by id; listMembersInOrganizationById shows them.",
  },
};

const last = {
  error: {
    code: 409,
    message:
      'userId: this is the last administrator of organization {organization}. Give another member the role "admin" first.',
  },
};

describe("the members of an organization", () => {
  it("are listed", async () => {
    await exchange({
      send: `GET ${at}`,
      status: 200,
      answer: { count: 1, items: [member] },
      required: { "items[]": "OrganizationMember" },
    });
  });

  it("are searched by name, and by role", async () => {
    await exchange({ send: `GET ${at}?search=LOCAL`, status: 200, answer: { count: 1, items: [member] } });
    await exchange({ send: `GET ${at}?search=nobody`, status: 200, answer: { count: 0, items: [] } });
    await exchange({ send: `GET ${at}?role=admin&limit=0`, status: 200, answer: { count: 1, items: [] } });
    await exchange({ send: `GET ${at}?role=guest`, status: 200, answer: { count: 0, items: [] } });
  });

  it("are sorted by last activity, without those who were never active", async () => {
    await exchange({ send: `GET ${at}?sort=lastSeenAt&order=asc`, status: 200, answer: { count: 0, items: [] } });
  });

  it("cannot be filtered by an unknown value", async () => {
    await exchange({
      send: `GET ${at}?role=owner`,
      status: 400,
      answer: {
        error: {
          code: 400,
          message: 'role: must be one of "admin", "create", "review", "edit", "comment", "read", "guest".',
        },
      },
    });
  });

  it("are returned one by one", async () => {
    await exchange({ send: `GET ${at}/{user}`, status: 200, answer: member, required: { "": "OrganizationMember" } });
    await exchange({ send: `GET ${at}/nobody`, status: 404, answer: stranger });
  });

  it("always include one administrator", async () => {
    await exchange({ send: `PATCH ${at}/{user}`, body: '{"role":"read"}', status: 409, answer: last });
    await exchange({ send: `PATCH ${at}/{user}`, body: '{"role":null}', status: 409, answer: last });
    await exchange({ send: `DELETE ${at}/{user}`, status: 409, answer: last });
  });

  it("are changed, and stay the same without a role", async () => {
    await exchange({ send: `PATCH ${at}/{user}`, body: '{"role":"admin"}', status: 200, answer: member });
    await exchange({ send: `PATCH ${at}/{user}`, body: "{}", status: 200, answer: member });
    await exchange({ send: `PATCH ${at}/nobody`, body: '{"role":"read"}', status: 404, answer: stranger });
  });

  it("cannot be removed if they never existed, which returns 204", () =>
    exchange({ send: `DELETE ${at}/nobody`, status: 204 }));

  it("sign in through the provider once that is set", async () => {
    await exchange({ send: `POST ${at}/{user}/sso`, status: 200, answer: { ...member, sso: true } });
    await exchange({ send: `POST ${at}/nobody/sso`, status: 404, answer: stranger });
  });

  it("are marked as active by a ping", async () => {
    exchange.at("2026-02-03T04:05:06.000Z");
    await exchange({ send: "POST /v1/orgs/{organization}/ping", status: 200, answer: {} });
    const seen = { ...member, sso: true, lastSeenAt: "2026-02-03T04:05:06.000Z" };
    await exchange({ send: `GET ${at}?sort=lastSeenAt`, status: 200, answer: { count: 1, items: [seen] } });
  });

  it("have no spaces and no teams at first", async () => {
    await exchange({ send: `GET ${at}/{user}/spaces`, status: 200, answer: { count: 0, items: [] } });
    await exchange({ send: `GET ${at}/{user}/teams`, status: 200, answer: { count: 0, items: [] } });
    await exchange({ send: `GET ${at}/nobody/spaces`, status: 404, answer: stranger });
    await exchange({ send: `GET ${at}/nobody/teams`, status: 404, answer: stranger });
  });
});
