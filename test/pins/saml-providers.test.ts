import { describe, expect, it } from "vitest";
import { provider as keys, weak } from "../accounts/signing-keys.ts";
import { startExchange } from "./exchange.ts";

const exchange = startExchange();

const json = JSON.stringify;

const pending = {
  object: "saml-provider",
  id: "{saml}",
  label: "Mast works",
  ssoURL: "",
  entityID: "",
  certificate: "",
  defaultRole: null,
  createdAt: "2026-01-02T03:04:05.000Z",
  status: "pending",
  service: {
    acsURL: "https://docs.example.com/app/sign-in/saml/{saml}/acs",
    startURL: "https://docs.example.com/app/sign-in/saml/{saml}/start",
    entityID: "https://docs.example.com/app/sign-in/saml/{saml}/metadata",
  },
  urls: { location: "https://docs.example.com/v1/orgs/{organization}/saml/{saml}" },
};

const active = {
  ...pending,
  ssoURL: "https://id.masts.example/sso",
  entityID: "https://id.masts.example/metadata",
  certificate: keys.certificate,
  defaultRole: "edit",
  status: "active",
};

/** After the changes below. */
const last = { ...active, label: "Masts", defaultRole: null, certificate: keys.certificate + keys.certificate };

const refused = (message: RegExp, code = 400) => ({
  status: code,
  answer: { error: { code, message: expect.stringMatching(message) } },
});

describe("a SAML provider", () => {
  it("is created from its label, and is pending until it has the identity provider's settings", async () => {
    await exchange({
      send: "POST /v1/orgs/{organization}/saml",
      body: '{"label":"Mast works"}',
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/orgs/{organization}/saml/{saml}" },
      answer: pending,
      required: { "": "OrganizationSAMLProvider" },
    });
    await exchange({ send: "GET /v1/orgs/{organization}/saml/{saml}", status: 200, answer: pending });
    await exchange({ send: "GET /v1/orgs/{organization}/sso", status: 200, answer: { items: [] } });
  });

  it("is active and listed among the logins once it has them", async () => {
    await exchange({
      send: "PATCH /v1/orgs/{organization}/saml/{saml}",
      body: json({
        entityID: "https://id.masts.example/metadata",
        ssoURL: "https://id.masts.example/sso",
        certificate: keys.certificate,
        defaultRole: "edit",
      }),
      status: 200,
      answer: active,
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/sso",
      status: 200,
      answer: {
        items: [
          {
            id: "{saml}",
            label: "Mast works",
            startURL: "https://docs.example.com/app/sign-in/saml/{saml}/start",
          },
        ],
      },
      required: { "items[]": "OrganizationSSOProviderLogin" },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/saml",
      status: 200,
      answer: { items: [active], count: 1 },
    });
  });

  it("keeps what an update omits", async () => {
    const changed = { ...active, label: "Masts", defaultRole: null };
    await exchange({
      send: "PATCH /v1/orgs/{organization}/saml/{saml}",
      body: '{"label":"Masts","defaultRole":null}',
      status: 200,
      answer: changed,
    });
    await exchange({ send: "PATCH /v1/orgs/{organization}/saml/{saml}", body: "{}", status: 200, answer: changed });
    await exchange({ send: "GET /v1/orgs/{organization}/saml/{saml}", status: 200, answer: changed });
  });

  it("accepts certificates as in metadata, and several of them", async () => {
    const bare = keys.certificate.replace(/-----[^-]+-----|\s/g, "");
    await exchange({
      send: "PATCH /v1/orgs/{organization}/saml/{saml}",
      body: json({ certificate: bare }),
      status: 200,
      answer: { ...active, label: "Masts", defaultRole: null },
    });
    const two = keys.certificate + keys.certificate;
    await exchange({
      send: "PATCH /v1/orgs/{organization}/saml/{saml}",
      body: json({ certificate: two }),
      status: 200,
      answer: { ...active, label: "Masts", defaultRole: null, certificate: two },
    });
  });

  it("has a team of the organization that its users join", async () => {
    const team = {
      ...{ object: "team", id: "{team}", title: "Riggers", members: 0, spaces: 0 },
      createdAt: "2026-01-02T03:04:05.000Z",
      permissions: { admin: true, view: true },
    };
    await exchange({
      send: "PUT /v1/orgs/{organization}/teams",
      body: '{"title":"Riggers"}',
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/orgs/{organization}/teams/{team}" },
      answer: team,
    });
    const send = "PATCH /v1/orgs/{organization}/saml/{saml}";
    await exchange({ send, body: '{"defaultTeam":"{team}"}', status: 200, answer: { ...last, defaultTeam: team } });
    await exchange({ send: "DELETE /v1/orgs/{organization}/teams/{team}", status: 205 });
    await exchange({ send: "GET /v1/orgs/{organization}/saml/{saml}", status: 200, answer: last });
  });

  it("rejects settings that nobody could sign in with, and is then unchanged", async () => {
    const send = "PATCH /v1/orgs/{organization}/saml/{saml}";
    const certificate = (text: string) => json({ label: "Changed", certificate: text });
    await exchange({ send, body: certificate("MIIB"), ...refused(/^certificate: this is not a certificate/) });
    await exchange({ send, body: certificate("not base64!"), ...refused(/^certificate: this is not a certificate/) });
    await exchange({
      send,
      body: certificate(weak.certificate),
      ...refused(/^certificate: its key is not RSA with 2048/),
    });
    await exchange({ send, body: certificate(keys.key), ...refused(/^certificate: this contains a private key/) });
    await exchange({
      send,
      body: certificate(keys.certificate.repeat(5)),
      ...refused(/^certificate: these are more than 4/),
    });
    await exchange({ send, body: '{"ssoURL":"http://id.example/sso"}', ...refused(/^ssoURL: must be an https URL/) });
    await exchange({ send, body: '{"ssoURL":"javascript:alert(1)"}', ...refused(/^ssoURL/) });
    await exchange({ send, body: '{"ssoURL":"https://a:b@id.example/"}', ...refused(/^ssoURL: must not carry/) });
    await exchange({ send, body: '{"defaultTeam":"none"}', ...refused(/^defaultTeam: there is no team none/) });
    await exchange({ send, body: `{"label":"${"x".repeat(31)}"}`, ...refused(/^label/) });
    await exchange({ send: "GET /v1/orgs/{organization}/saml/{saml}", status: 200, answer: last });
  });

  it("rejects a certificate that has expired", async () => {
    exchange.at("2200-01-01T00:00:00.000Z");
    await exchange({
      send: "PATCH /v1/orgs/{organization}/saml/{saml}",
      body: json({ certificate: keys.certificate }),
      ...refused(/^certificate: it expired on /),
    });
    exchange.at("2026-01-02T03:04:05.000Z");
  });

  it("is deleted, and then does not exist", async () => {
    await exchange({ send: "DELETE /v1/orgs/{organization}/saml/{saml}", status: 205 });
    await exchange({ send: "DELETE /v1/orgs/{organization}/saml/{saml}", status: 204 });
    await exchange({
      send: "GET /v1/orgs/{organization}/saml/{saml}",
      ...refused(/^samlProviderId: there is no/, 404),
    });
    await exchange({ send: "GET /v1/orgs/{organization}/sso", status: 200, answer: { items: [] } });
  });
});
