import { randomUUID } from "node:crypto";
import { createLocalJWKSet, exportJWK, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { documentsThrough } from "../../src/cli/account-pages.ts";
import { agentTokens } from "../../src/cli/credentials.ts";
import { listAgents } from "../../src/platform/access/agents-rows.ts";
import { findOauthRecord, putOauthRecord } from "../../src/platform/access/oauth-records-rows.ts";
import { endAccess } from "../../src/platform/access/people/membership.ts";
import { insertUser } from "../../src/platform/access/people-rows.ts";
import { createOutbound } from "../../src/platform/kernel/outbound/outbound.ts";
import { TokenRefusal } from "../../src/server/access/authorize.ts";
import { sendJson, serveTls } from "../client/loopback-server.ts";
import { type AccountsWorkspace, openAccounts, type WorkspaceSettings } from "./accounts-workspace.ts";
import { decide, OAuthAgent, openConsent, redirect } from "./oauth-agent.ts";

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

const base = "https://docs.example.com";

async function open(settings: WorkspaceSettings = {}) {
  const accounts = await openAccounts({ publicUrl: base, ...settings });
  const agent = new OAuthAgent((path, init) => accounts.sendByProgram(path, init), base);
  await agent.register();
  return { accounts, agent };
}

/** An agent with the local user's consent, up to its authorization code. */
async function agreed(scope = "propose") {
  const { accounts, agent } = await open();
  const browser = await accounts.signedIn();
  const page = await openConsent(browser, agent.authorizePath());
  const back = await decide(browser, page, { scope, decision: "agree" });
  return { accounts, agent, browser, back, code: back.searchParams.get("code") ?? "" };
}

async function connected(scope?: string) {
  const made = await agreed(scope);
  return { ...made, tokens: (await (await made.agent.exchange(made.code)).json()) as Tokens };
}

/** A proof of possession of a new key for a request to the token endpoint (RFC 9449). */
async function dpopProof(endpoint: string): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  return new SignJWT({ htm: "POST", htu: endpoint, jti: randomUUID() })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: await exportJWK(publicKey) })
    .setIssuedAt()
    .sign(privateKey);
}

const verify = ({ platform }: AccountsWorkspace, resource = `${base}/mcp`) =>
  agentTokens(
    { platform },
    { resource, resourceMetadata: "/m", registry: { entries: [], load: async () => undefined } },
  );

/** What the authorization server offers. A test of this file exercises each member. */
const metadata = {
  issuer: `${base}/app/oauth`,
  authorization_endpoint: `${base}/app/oauth/authorize`,
  token_endpoint: `${base}/app/oauth/token`,
  registration_endpoint: `${base}/app/oauth/register`,
  revocation_endpoint: `${base}/app/oauth/revoke`,
  jwks_uri: `${base}/app/oauth/jwks`,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  scopes_supported: ["openid", "offline_access", "docs:read", "docs:propose", "docs:merge", "docs:admin"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256"],
  token_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  claims_parameter_supported: false,
  request_uri_parameter_supported: false,
};

it.each(["oauth-authorization-server", "openid-configuration"])(
  "the authorization server describes itself in %s, and offers nothing else",
  async (name) => {
    const { accounts } = await open();
    const response = await accounts.sendByProgram(`/.well-known/${name}/app/oauth`);
    expect(await response.json()).toEqual(metadata);
  },
);

it("an agent that asks for openid gets an ID token signed with a published key, about the person", async () => {
  const { accounts, agent } = await open();
  const browser = await accounts.signedIn();
  const claims = '{"id_token":{"email":{"essential":true}}}';
  const page = await openConsent(browser, agent.authorizePath({ scope: "openid docs:read", nonce: "n-1", claims }));
  const back = await decide(browser, page, { scope: "read", decision: "agree" });
  const tokens = (await (await agent.exchange(back.searchParams.get("code") ?? "")).json()) as { id_token: string };
  const keys = (await (await accounts.sendByProgram("/app/oauth/jwks")).json()) as JSONWebKeySet;
  expect(keys.keys.map((key) => "d" in key)).toEqual([false]);
  const verified = await jwtVerify(tokens.id_token, createLocalJWKSet(keys), {
    issuer: metadata.issuer,
    audience: agent.clientId,
    algorithms: ["ES256"],
  });
  expect([verified.payload.sub, verified.payload.nonce]).toEqual([accounts.user, "n-1"]);
  expect(Object.keys(verified.payload).sort()).toEqual(["aud", "exp", "iat", "iss", "nonce", "sub"]);
});

it("DPoP is not offered: a token asked for with a proof is a bearer token", async () => {
  const { agent, code, accounts } = await agreed();
  const answer = await agent.exchange(code, {}, { DPoP: await dpopProof(metadata.token_endpoint) });
  const tokens = (await answer.json()) as Tokens & { token_type: string };
  expect([answer.status, tokens.token_type]).toEqual([200, "Bearer"]);
  expect(await verify(accounts)(tokens.access_token)).toBeDefined();
});

it.each([
  ["request objects by value", { request: "a.b.c" }],
  ["request objects by reference", { request_uri: "https://agent.example/request" }],
])("%s are not offered, and lead to no consent page", async (_, parameters) => {
  const { accounts, agent } = await open();
  const sent = await (await accounts.signedIn()).open(agent.authorizePath(parameters));
  const location = new URL(sent.headers.get("location") ?? "", base);
  expect([location.origin + location.pathname, location.searchParams.get("error")]).toEqual([
    redirect,
    expect.stringMatching(/^request_(uri_)?not_supported$/),
  ]);
});

it("pushed authorization requests are not offered", async () => {
  const { accounts } = await open();
  expect((await accounts.sendByProgram("/app/oauth/request", { method: "POST", body: "" })).status).toBe(404);
});

it("an agent gets the requested scopes that the person chose", async () => {
  const { accounts, back, tokens } = await connected("propose");
  expect(back.origin + back.pathname).toBe(redirect);
  expect(back.searchParams.get("state")).toBe("s");
  expect(back.searchParams.get("iss")).toBe(`${base}/app/oauth`);
  expect(tokens.scope).toBe("docs:read docs:propose");
  expect(await verify(accounts)(tokens.access_token)).toMatchObject({ principal: expect.stringMatching(/^agent /) });
});

it("neither codes nor tokens are stored", async () => {
  const { accounts, code, tokens } = await connected();
  const rows = await accounts.platform.database.read((queries) =>
    queries.selectFrom("oauth_record").selectAll().execute(),
  );
  const text = JSON.stringify(rows);
  for (const secret of [code, tokens.access_token, tokens.refresh_token]) expect(text).not.toContain(secret);
});

it("consent requires a sign-in first, which returns to the consent page", async () => {
  const { accounts, agent } = await open();
  const browser = accounts.browser();
  const sent = await browser.open(agent.authorizePath());
  const page = new URL(sent.headers.get("location") ?? "", base).pathname;
  const location = (await browser.open(page)).headers.get("location");
  expect(location).toBe(`/app/sign-in?returnTo=${page}`);
});

it("a code is accepted once, and its tokens are revoked when it is reused", async () => {
  const { accounts, agent, code, tokens } = await connected();
  expect(await (await agent.exchange(code)).json()).toMatchObject({ error: "invalid_grant" });
  expect(await verify(accounts)(tokens.access_token)).toBeUndefined();
});

it("at most one of two concurrent requests with one code succeeds", async () => {
  const { agent, code } = await agreed();
  const answers = await Promise.all([agent.exchange(code), agent.exchange(code)]);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
});

it.each([
  ["another verifier", { code_verifier: "x".repeat(43) }],
  ["another redirect address", { redirect_uri: "http://127.0.0.1:9/other" }],
  ["another resource", { resource: "https://elsewhere.example/mcp" }],
])("no token is given for a code with %s", async (_, form) => {
  const { agent, code } = await agreed();
  expect((await agent.exchange(code, form)).status).toBe(400);
});

it.each([
  ["no challenge", { code_challenge: "", code_challenge_method: "" }],
  ["a plain challenge", { code_challenge_method: "plain" }],
  ["a token instead of a code", { response_type: "token" }],
  ["another resource", { resource: "https://elsewhere.example/mcp" }],
])("a person is not asked about a request with %s", async (_, parameters) => {
  const { accounts, agent } = await open();
  const sent = await (await accounts.signedIn()).open(agent.authorizePath(parameters));
  expect(sent.headers.get("location") ?? "").not.toContain("/consent/");
});

it.each([
  "https://evil.example/callback",
  "http://127.0.0.1:9/callback/../other",
  "http://127.0.0.1:9/callback?x=1",
  "http://127.0.0.1.evil.example:9/callback",
  "http://user@127.0.0.1:9/callback",
  "javascript:alert(1)",
])("a browser is not redirected to %s, which was not registered", async (uri) => {
  const { accounts, agent } = await open();
  const sent = await (await accounts.signedIn()).open(agent.authorizePath({ redirect_uri: uri }));
  expect(sent.status).toBe(400);
  expect(sent.headers.get("location")).toBeNull();
});

it("a program on the person's machine may change its port", async () => {
  const { accounts, agent } = await open();
  const browser = await accounts.signedIn();
  const uri = "http://127.0.0.1:54321/callback";
  const page = await openConsent(browser, agent.authorizePath({ redirect_uri: uri }));
  const back = await decide(browser, page, { scope: "read", decision: "agree" });
  expect(back.origin + back.pathname).toBe(uri);
});

it("a form of another site, or in another browser, connects no agent", async () => {
  const { accounts, agent } = await open();
  const browser = await accounts.signedIn();
  const page = await openConsent(browser, agent.authorizePath());
  expect((await browser.submit(page, { scope: "admin", decision: "agree", forgery: "x" })).status).toBe(403);
  const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  await browser.open(page);
  expect((await browser.submit(page, { scope: "admin", decision: "agree" }, foreign)).status).toBe(403);
  expect((await (await accounts.signedIn()).open(page)).status).toBe(404);
  expect(await accounts.platform.database.read((queries) => listAgents(queries))).toEqual([]);
});

it("no more is granted than was requested, whatever the form says", async () => {
  const { accounts, agent } = await open();
  const browser = await accounts.signedIn();
  const page = await openConsent(browser, agent.authorizePath({ scope: "docs:read" }));
  expect((await browser.submit(page, { scope: "admin", decision: "agree" })).status).toBe(400);
});

it("an agent is told that the person declined", async () => {
  const { accounts, agent } = await open();
  const browser = await accounts.signedIn();
  const page = await openConsent(browser, agent.authorizePath());
  const back = await decide(browser, page, { decision: "refuse" });
  expect(back.searchParams.get("error")).toBe("access_denied");
});

it("an agent's name is shown as text", async () => {
  const { accounts, agent } = await open();
  await agent.register({ client_name: "<script>alert(1)</script>\u202e" });
  const browser = await accounts.signedIn();
  await openConsent(browser, agent.authorizePath());
  expect(browser.html).toContain("&lt;script&gt;");
  expect(browser.html).not.toMatch(/<script>|\u202e/);
});

it("refresh tokens are rotated, and reusing an old one ends the agent's access", async () => {
  const { accounts, agent, tokens } = await connected();
  const next = (await (await agent.refresh(tokens.refresh_token)).json()) as Tokens;
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
  expect(await verify(accounts)(next.access_token)).toBeDefined();
  expect((await agent.refresh(tokens.refresh_token)).status).toBe(400);
  expect(await verify(accounts)(next.access_token)).toBeUndefined();
  expect((await agent.refresh(next.refresh_token)).status).toBe(400);
});

it("an agent stays connected after the person's session has ended", async () => {
  let time = Date.now();
  const { accounts, agent } = await open({ now: () => new Date(time) });
  const browser = await accounts.signedIn();
  const page = await openConsent(browser, agent.authorizePath());
  const back = await decide(browser, page, { scope: "read", decision: "agree" });
  const tokens = (await (await agent.exchange(back.searchParams.get("code") ?? "")).json()) as Tokens;
  time += 50 * 60_000;
  expect(await verify(accounts)(tokens.access_token)).toBeDefined();
  time += 20 * 60_000;
  expect(await verify(accounts)(tokens.access_token)).toBeUndefined();
  time += 30 * 24 * 60 * 60_000;
  expect((await agent.refresh(tokens.refresh_token)).status).toBe(200);
});

it("a token of this server is refused if it is for another audience", async () => {
  const { accounts, tokens } = await connected();
  const verdict = await verify(accounts, "https://other.example/mcp")(tokens.access_token);
  expect(verdict).toBeInstanceOf(TokenRefusal);
});

it("an agent's access ends by revocation, in the account, and with the person's access", async () => {
  const first = await connected();
  const revoked = await first.accounts.sendByProgram("/app/oauth/revoke", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ client_id: first.agent.clientId, token: first.tokens.access_token }).toString(),
  });
  expect(revoked.status).toBe(200);
  expect(await verify(first.accounts)(first.tokens.access_token)).toBeUndefined();

  const second = await connected();
  await second.browser.open("/app/account");
  expect(second.browser.html).toContain("Agents that act as you");
  const [agent] = await second.accounts.platform.database.read((queries) => listAgents(queries));
  await second.browser.submit("/app/account", { agent: agent?.id ?? "" });
  expect(await verify(second.accounts)(second.tokens.access_token)).toBeUndefined();

  const third = await connected();
  const { platform, user } = third.accounts;
  await platform.database.write((queries) => endAccess(queries, user, platform.now()));
  expect(await verify(third.accounts)(third.tokens.access_token)).toBeUndefined();
  expect((await third.agent.refresh(third.tokens.refresh_token)).status).toBe(400);
});

it("a person cannot end another person's agent", async () => {
  const { accounts, tokens } = await connected();
  const { platform } = accounts;
  const stranger = { id: "stranger", display_name: "S", email: null, created_at: platform.now() };
  await platform.database.write((queries) => insertUser(queries, stranger));
  const browser = await accounts.signedIn("stranger");
  const [agent] = await platform.database.read((queries) => listAgents(queries));
  await browser.open("/app/account");
  await browser.submit("/app/account", { agent: agent?.id ?? "" });
  expect(await verify(accounts)(tokens.access_token)).toBeDefined();
});

it("a client is identified by the document at its id, which is only read through the gate", async () => {
  const id = "https://agent.example/client.json";
  const read: string[] = [];
  const { accounts, agent } = await open({
    fetchDocument: async (url) => {
      read.push(url);
      if (url !== id) throw new Error("refused by the gate");
      return JSON.stringify({ client_id: id, client_name: "Described", redirect_uris: [redirect], client_secret: "x" });
    },
  });
  agent.clientId = id;
  const browser = await accounts.signedIn();
  await openConsent(browser, agent.authorizePath());
  expect(browser.html).toContain("agent.example");
  agent.clientId = "https://127.0.0.1/client.json";
  expect((await browser.open(agent.authorizePath())).status).toBeGreaterThanOrEqual(400);
  agent.clientId = "http://agent.example/client.json";
  expect((await browser.open(agent.authorizePath())).status).toBeGreaterThanOrEqual(400);
  expect(read).not.toContain("http://agent.example/client.json");
});

describe("a client whose document is on a separate server", () => {
  /** A client at `https://127.0.0.1`, whose document is read through a gate that allows the given addresses. */
  async function described(allows?: (address: string) => boolean) {
    const document: Record<string, unknown> = { client_name: "Described", redirect_uris: [redirect] };
    const server = await serveTls((response) => sendJson(response, 200, document));
    document.client_id = `${server.url}/client.json`;
    const { accounts, agent } = await open({ fetchDocument: documentsThrough(createOutbound(allows)) });
    agent.clientId = document.client_id as string;
    return { agent, browser: await accounts.signedIn(), received: server.received };
  }

  beforeEach(() => void vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0"));
  afterEach(() => void vi.unstubAllEnvs());

  it("is connected, with one download for several authorizations", async () => {
    const { agent, browser, received } = await described((address) => address === "127.0.0.1");
    const page = await openConsent(browser, agent.authorizePath());
    expect(browser.html).toContain("127.0.0.1");
    const back = await decide(browser, page, { scope: "read", decision: "agree" });
    expect((await agent.exchange(back.searchParams.get("code") ?? "")).status).toBe(200);
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /client.json"]);
    expect(Object.keys(received[0]?.headers ?? {})).not.toContain("cookie");
  });

  it("is rejected without a request if the gate allows only public addresses", async () => {
    const { agent, browser, received } = await described();
    expect((await browser.open(agent.authorizePath())).status).toBe(400);
    expect(received).toEqual([]);
  });
});

describe("registrations", () => {
  /** The time, and agents that register from addresses. */
  async function registering(settings: WorkspaceSettings = {}) {
    let time = Date.parse("2026-01-02T03:04:05.000Z");
    const accounts = await openAccounts({
      publicUrl: base,
      now: () => new Date(time),
      clientAddress: (request) => request.headers.get("test-address") ?? undefined,
      ...settings,
    });
    const from = (headers: Record<string, string>) =>
      new OAuthAgent(
        (path, init) => accounts.sendByProgram(path, { ...init, headers: { ...init?.headers, ...headers } }),
        base,
      );
    const { database } = accounts.platform;
    return {
      accounts,
      at: (address: string) => from({ "test-address": address }),
      from,
      later: (seconds: number) => {
        time += seconds * 1000;
      },
      /** Stores registrations of an address that nobody has used. */
      store: (address: string, count: number, began: number) =>
        database.write(async (queries) => {
          for (let made = 0; made < count; made += 1) {
            const registeredAt = time - (began - made) * 1000;
            await putOauthRecord(queries, {
              ...{ kind: "Client", id: `${address} ${made}`, payload: "{}", agent: undefined, uid: address },
              expiresAt: new Date(registeredAt + 24 * 60 * 60_000).toISOString(),
            });
          }
        }),
      isKnown: async (id: string) =>
        (await database.read((queries) => findOauthRecord(queries, "Client", id, accounts.platform.now()))) !==
        undefined,
    };
  }

  it("are limited to ten a minute for one address, and not for the next", async () => {
    const { at } = await registering();
    const statuses: number[] = [];
    let last = new Headers();
    for (let count = 0; count < 11; count += 1) {
      const { status, headers } = await at("192.0.2.1").register();
      statuses.push(status);
      last = headers;
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    expect([last.get("x-ratelimit-limit"), last.get("x-ratelimit-remaining")]).toEqual(["10", "0"]);
    expect(last.get("x-ratelimit-reset")).toMatch(/^\d{10}$/);
    expect((await at("192.0.2.2").register()).status).toBe(201);
  });

  it("are limited by the address that a proxy reports if it is not declared, so one client stops no other", async () => {
    const { from } = await registering({ clientAddress: () => undefined });
    const attacker = from({ "X-Forwarded-For": "203.0.113.7, 192.0.2.1" });
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1) statuses.push((await attacker.register()).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect((await from({ "X-Forwarded-For": "192.0.2.2" }).register()).status).toBe(201);
  });

  it("are limited to 300 a minute for all whose address nothing tells", async () => {
    const { accounts } = await registering({ clientAddress: () => undefined });
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 2000) {
      statuses.push((await accounts.sendByProgram("/app/oauth/register", { method: "POST", body: "[]" })).status);
    }
    expect(statuses.length).toBeGreaterThan(300);
    expect(statuses.at(-1)).toBe(429);
  });

  it("of one address beyond 50 replace its oldest, and nobody else's", async () => {
    const { at, store, isKnown } = await registering();
    await store("other", 1, 10_000);
    await store("192.0.2.1", 50, 1000);
    expect((await at("192.0.2.1").register()).status).toBe(201);
    expect(await isKnown("192.0.2.1 0")).toBe(false);
    expect(await isKnown("192.0.2.1 1")).toBe(true);
    expect(await isKnown("other 0")).toBe(true);
  });

  it("of many addresses beyond 5,000 replace the oldest of the address that has most", async () => {
    const { at, store, isKnown } = await registering();
    for (let address = 0; address < 100; address += 1) await store(`attacker-${address}`, 49, 1000 + address);
    await store("honest", 1, 20_000);
    await store("eager", 50, 500);
    await store("others", 49, 500);
    expect((await at("192.0.2.1").register()).status).toBe(201);
    expect(await isKnown("eager 0")).toBe(false);
    expect(await isKnown("eager 1")).toBe(true);
    expect(await isKnown("honest 0")).toBe(true);
  });

  it("that a person is looking at, or has agreed to, are not replaced", async () => {
    const { accounts, at, store, later } = await registering();
    const looking = at("192.0.2.1");
    await looking.register();
    const browser = await accounts.signedIn();
    const page = await openConsent(browser, looking.authorizePath());
    const agreedTo = at("192.0.2.1");
    await agreedTo.register();
    const other = await accounts.signedIn();
    await decide(other, await openConsent(other, agreedTo.authorizePath()), { scope: "read", decision: "agree" });
    later(60);
    await store("192.0.2.1", 60, 30);
    expect((await at("192.0.2.1").register()).status).toBe(201);
    const back = await decide(browser, page, { scope: "read", decision: "agree" });
    expect((await looking.exchange(back.searchParams.get("code") ?? "")).status).toBe(200);
    later(48 * 60 * 60);
    const again = await accounts.signedIn();
    await openConsent(again, agreedTo.authorizePath());
    expect(again.html).toContain("wants to act as you");
  });

  it("without consent end after 24 hours", async () => {
    const { at, later, isKnown } = await registering();
    const agent = at("192.0.2.1");
    await agent.register();
    later(24 * 60 * 60 - 1);
    expect(await isKnown(agent.clientId)).toBe(true);
    later(1);
    expect(await isKnown(agent.clientId)).toBe(false);
  });
});
