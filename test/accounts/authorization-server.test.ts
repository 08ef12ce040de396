import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { documentsThrough } from "../../src/cli/account-pages.ts";
import { agentTokens } from "../../src/cli/credentials.ts";
import { listAgents } from "../../src/platform/access/agents-rows.ts";
import { putOauthRecord } from "../../src/platform/access/oauth-records-rows.ts";
import { insertUser } from "../../src/platform/access/people-rows.ts";
import { createOutbound } from "../../src/platform/kernel/outbound/outbound.ts";
import { endAccess } from "../../src/platform/people/membership.ts";
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

const verify = ({ platform }: AccountsWorkspace, resource = `${base}/mcp`) =>
  agentTokens(
    { platform },
    { resource, resourceMetadata: "/m", registry: { entries: [], load: async () => undefined } },
  );

it("the authorization server describes itself where clients look, in both documents and at an issuer with a path", async () => {
  const { accounts } = await open();
  for (const name of ["oauth-authorization-server", "openid-configuration"]) {
    const response = await accounts.sendByProgram(`/.well-known/${name}/app/oauth`);
    expect(await response.json()).toMatchObject({
      issuer: `${base}/app/oauth`,
      authorization_endpoint: `${base}/app/oauth/authorize`,
      token_endpoint: `${base}/app/oauth/token`,
      registration_endpoint: `${base}/app/oauth/register`,
      revocation_endpoint: `${base}/app/oauth/revoke`,
      code_challenge_methods_supported: ["S256"],
      client_id_metadata_document_supported: true,
      scopes_supported: expect.arrayContaining(["docs:read", "docs:propose", "docs:merge", "docs:admin"]),
    });
  }
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

it("500 registrations without consent are kept, and more are rejected until they expire", async () => {
  let time = Date.now();
  const { accounts, agent } = await open({ now: () => new Date(time) });
  const expiresAt = new Date(time + 24 * 60 * 60_000).toISOString();
  const waiting = { kind: "Client", payload: "{}", agent: undefined, uid: undefined, expiresAt };
  await accounts.platform.database.write(async (queries) => {
    for (let made = 1; made < 499; made += 1) await putOauthRecord(queries, { ...waiting, id: `waiting${made}` });
  });
  expect((await agent.register()).status).toBe(201);
  const full = await agent.register();
  expect([full.status, ((await full.json()) as { error?: string }).error]).toEqual([503, "temporarily_unavailable"]);
  time += 24 * 60 * 60_000;
  expect((await agent.register()).status).toBe(201);
});

it("registrations are limited", async () => {
  const { agent } = await open();
  const statuses: number[] = [];
  let last = new Headers();
  for (let count = 0; count < 15; count += 1) {
    const { status, headers } = await agent.register();
    statuses.push(status);
    last = headers;
  }
  expect(statuses).toContain(429);
  expect(statuses[0]).toBe(201);
  expect([last.get("x-ratelimit-limit"), last.get("x-ratelimit-remaining")]).toEqual(["10", "0"]);
  expect(last.get("x-ratelimit-reset")).toMatch(/^\d{10}$/);
});
