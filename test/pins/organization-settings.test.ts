import { beforeAll, expect, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { localOrganization } from "./local-organization.ts";

const exchange = startExchange();

const kept = {
  ...localOrganization,
  title: "Mast works",
  emailDomains: ["masts.example"],
  hostname: "masts",
  defaultRole: "read",
  defaultContent: { type: "site", site: "{site}" },
  sso: true,
  ai: true,
  inviteLinks: true,
  mergeRules: { type: "rules", rules: [{ rule: "require_up_to_date_change_request" }] },
  urls: { ...localOrganization.urls, logo: "https://masts.example/logo.png" },
};

beforeAll(async () => {
  await exchange({
    send: "POST /v1/orgs/{organization}/sites",
    body: '{"title":"Masts"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/orgs/{organization}/sites/{site}" },
    answer: expect.objectContaining({ object: "site" }),
  });
});

it("PATCH /orgs/{organizationId} keeps omitted members, and removes those set to null", async () => {
  await exchange({
    send: "PATCH /v1/orgs/{organization}",
    body: `{"title":"Mast works","emailDomains":["masts.example"],"hostname":"masts","defaultRole":"read",
      "defaultContent":{"type":"site","site":"{site}"},"logo":"https://masts.example/logo.png","sso":true,"ai":true,
      "inviteLinks":true,"mergeRules":{"type":"rules","rules":[{"rule":"require_up_to_date_change_request"}]}}`,
    status: 200,
    answer: kept,
    required: { "": "Organization" },
  });
  await exchange({ send: "GET /v1/orgs/{organization}", status: 200, answer: kept });
  const { defaultContent: _, ...rest } = kept;
  await exchange({
    send: "PATCH /v1/orgs/{organization}",
    body: '{"defaultContent":null,"logo":null,"sso":false}',
    status: 200,
    answer: { ...rest, sso: false, urls: localOrganization.urls },
  });
  await exchange({
    send: "PATCH /v1/orgs/{organization}",
    body: '{"defaultContent":{"type":"space","space":"space1"}}',
    status: 400,
    answer: { error: { code: 400, message: expect.stringMatching(/^defaultContent\./) } },
  });
});
