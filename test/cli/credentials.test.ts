import { get } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IntegrationTokens } from "../../src/platform/integrations/integration-tokens.ts";
import { findIntegration } from "../../src/platform/integrations/integrations-rows.ts";
import { openDatabase } from "../../src/platform/kernel/database/database.ts";
import { findSecretSetting } from "../../src/platform/kernel/settings-rows.ts";
import { type Issuer, type SigningKey, sign, signingKey, startIssuer } from "../server/access/issuer.ts";
import { answered } from "./in-process.ts";
import { copydesk, type Served, serve, temporaryFolder } from "./program.ts";
import { callTool, initialize } from "./protocol.ts";
import { tokenOf } from "./workspace.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const secret = "a-bearer-that-nobody-guesses";
const publicUrl = "https://docs.example.com";

const accepted = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
const post = (server: Served, headers: Record<string, string> = {}, body = initialize) =>
  fetch(server.ready.mcp ?? "", { method: "POST", headers: { ...accepted, ...headers }, body });
const statusOf = async (server: Served, headers: Record<string, string> = {}) => (await post(server, headers)).status;
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Fetch does not let a program choose the Host header. */
const statusFor = (url: string, headers: Record<string, string>) =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => resolve(response.resume().statusCode)).once("error", reject);
  });

describe("serve on an address that is not loopback", () => {
  let server: Served;
  beforeAll(async () => {
    server = await serve(["--data", data, "--host", "0.0.0.0"]);
  });
  afterAll(() => server.stop());

  it("accepts only callers with a platform token", async () => {
    expect(await statusOf(server)).toBe(401);
    expect(await statusOf(server, bearer("cpd_wrong"))).toBe(401);
    expect(await statusOf(server, bearer(tokenOf(data)))).toBe(200);
  });

  it("says how to make it reachable under another name", async () => {
    await server.line(
      "stderr",
      /^\/mcp is only available under names of this machine\. --public-url sets the address for others\.$/,
    );
  });
});

describe("serve at a public URL, behind a proxy on this machine", () => {
  let server: Served;
  beforeAll(async () => {
    const variables = { COPYDESK_BEARER: secret, COPYDESK_PUBLIC_URL: `${publicUrl}/` };
    server = await serve(["--data", data, "--rate-limit", "20"], variables);
  });
  afterAll(() => server.stop());

  it("requires a token, although it listens on loopback", async () => {
    expect(await statusOf(server)).toBe(401);
    expect(await statusOf(server, bearer(secret))).toBe(200);
    expect(await statusOf(server, bearer(tokenOf(data)))).toBe(200);
    expect(await statusOf(server, bearer(`${secret}x`))).toBe(401);
  });

  it("responds only to its public name", async () => {
    const mcp = server.ready.mcp ?? "";
    expect(await statusFor(mcp, { Host: "docs.example.com", ...bearer(secret) })).not.toBe(403);
    expect(await statusFor(mcp, { Host: "other.example.com", ...bearer(secret) })).toBe(403);
    expect(await statusOf(server, { Origin: publicUrl, ...bearer(secret) })).toBe(200);
    expect(await statusOf(server, { Origin: "https://other.example.com", ...bearer(secret) })).toBe(403);
  });

  it("does not accept the bearer at /v1, which belongs to the platform", async () => {
    expect((await fetch(`${server.ready.api}/user`, { headers: bearer(secret) })).status).toBe(401);
  });

  it("announces the authorization server to its members", async () => {
    const { origin } = new URL(server.ready.mcp ?? "");
    const described = await (await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`)).json();
    expect(described).toMatchObject({ authorization_servers: [expect.stringMatching(/\/app\/oauth$/)] });
  });

  it("limits one caller's requests to /mcp and /v1 together", async () => {
    const headers = bearer((await copydesk(["token", "create", "--name", "limited", "--data", data])).stdout.trim());
    const user = () => fetch(`${server.ready.api}/user`, { headers });
    for (let index = 0; index < 10; index++) {
      expect((await user()).status).toBe(200);
      expect(await statusOf(server, headers)).toBe(200);
    }
    const earliest = Math.floor(Date.now() / 1000);
    const refused = await user();
    const latest = Math.ceil(Date.now() / 1000);
    expect(refused.status).toBe(429);
    const wait = refused.headers.get("Retry-After");
    expect(wait).toMatch(/^[1-3]$/);
    expect([refused.headers.get("X-RateLimit-Limit"), refused.headers.get("X-RateLimit-Remaining")]).toEqual([
      "20",
      "0",
    ]);
    // In seconds since 1970: the moment at which the wait ends.
    const reset = Number(refused.headers.get("X-RateLimit-Reset"));
    expect(reset - Number(wait)).toBeGreaterThanOrEqual(earliest);
    expect(reset - Number(wait)).toBeLessThanOrEqual(latest + 1);
    expect(await refused.json()).toMatchObject({
      error: { code: 429, message: expect.stringMatching(/^Too many requests/) },
    });
    expect(await statusOf(server, headers)).toBe(429);
    expect((await fetch(`${server.ready.api}/user`, { headers: bearer(tokenOf(data)) })).status).toBe(200);
  });

  it("shows a person the public address, and no secret", async () => {
    await server.line("stderr", /^Ctrl-C stops it\.$/);
    const { stderr } = await server.stop();
    expect(stderr).toContain(`"url": "${publicUrl}/mcp"`);
    expect(stderr).toContain('"Authorization": "Bearer <token>"');
    expect(stderr).not.toContain(secret);
  });
});

describe("serve with an authorization server", () => {
  let issuer: Issuer;
  let key: SigningKey;
  let server: Served;
  beforeAll(async () => {
    [issuer, key] = await Promise.all([startIssuer("/tenant"), signingKey("current", "RS256")]);
    issuer.published.keys = [key.jwk];
    server = await serve(["--data", data, "--public-url", publicUrl, "--oauth-issuer", issuer.issuer]);
  });
  afterAll(async () => {
    await server.stop();
    await issuer.close();
  });

  const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;

  it.each(["", "/mcp"])(
    "tells clients at /.well-known/oauth-protected-resource%s where to get a token",
    async (path) => {
      const { origin } = new URL(server.ready.mcp ?? "");
      const response = await fetch(`${origin}/.well-known/oauth-protected-resource${path}`);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(await response.json()).toEqual({
        resource: `${publicUrl}/mcp`,
        authorization_servers: [issuer.issuer],
        scopes_supported: ["docs:read", "docs:write", "docs:admin"],
        bearer_methods_supported: ["header"],
        resource_name: "Copydesk",
      });
    },
  );

  it("sends callers without a token there", async () => {
    const response = await post(server);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain(`resource_metadata="${metadata}"`);
  });

  it("accepts tokens for its public address, within their scopes", async () => {
    const stranger = await post(server, bearer(await sign(key, issuer.issuer)), callTool(1, "list_spaces", {}));
    expect(stranger.status).toBe(403);
    await copydesk(["user", "add", "ada@example.com", "--data", data]);
    const ada = { email: "ada@example.com", email_verified: true };
    const reader = bearer(await sign(key, issuer.issuer, { claims: ada }));
    expect(await statusOf(server, reader)).toBe(200);
    expect(await statusOf(server, bearer(await sign(key, issuer.issuer, { claims: { aud: publicUrl } })))).toBe(401);
    const merge = callTool(2, "merge_change_request", { space: "Copydesk", change_request: "1" });
    const refused = await post(server, reader, merge);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain('scope="docs:read docs:write docs:admin"');
  });

  it("accepts platform tokens as well", async () => {
    expect(await statusOf(server, bearer(tokenOf(data)))).toBe(200);
  });
});

describe("serve on loopback", () => {
  it("accepts only a token where a bearer is set", async () => {
    const server = await serve(["--data", data], { COPYDESK_BEARER: secret });
    expect(await statusOf(server)).toBe(401);
    expect(await statusOf(server, bearer(secret))).toBe(200);
    expect(await statusOf(server, bearer(tokenOf(data)))).toBe(200);
    await server.stop();
  });

  it("checks a wrong token no more often than a caller may send requests", async () => {
    const server = await serve(["--data", data, "--rate-limit", "3"]);
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push(await statusOf(server, bearer("cpd_wrong")));
    expect(statuses).toEqual([401, 401, 401, 429]);
    await server.stop();
  });
});

describe("the limit on a caller's requests", () => {
  let server: Served;
  beforeAll(async () => {
    server = await serve(["--data", data, "--rate-limit", "12"]);
  });
  afterAll(() => server.stop());

  /** Tokens of an integration and of its installation, as its script receives them. */
  async function integrationTokens(): Promise<string[]> {
    const headers = { ...bearer(tokenOf(data)), "Content-Type": "application/json" };
    const send = async (path: string, body?: object) => {
      const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      const response = await fetch(`${server.ready.api}${path}`, { headers, ...sent });
      return (await response.json()) as { readonly id: string; readonly items: readonly { readonly id: string }[] };
    };
    const organization = (await send("/orgs")).items[0]?.id;
    const integration = { title: "Chat", description: "Posts.", scopes: [], script: "", organization };
    await send("/integrations/chat", integration);
    const { id } = await send("/integrations/chat/installations", { organization });
    const database = await openDatabase(data);
    const { key, own } = await database.read(async (queries) => ({
      key: await findSecretSetting(queries, "file-links"),
      own: await findIntegration(queries, "chat"),
    }));
    await database.close();
    const tokens = new IntegrationTokens(key ?? "");
    const now = new Date().toISOString();
    return [tokens.forIntegration(own?.id ?? "", now), tokens.forInstallation(id, now)];
  }

  it("holds for the tokens of integrations and installations, each with its own", async () => {
    for (const token of await integrationTokens()) {
      const statuses: number[] = [];
      for (let at = 0; at < 60 && !statuses.includes(429); at += 1) {
        statuses.push((await fetch(`${server.ready.api}/integrations/chat`, { headers: bearer(token) })).status);
      }
      expect(statuses.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 200));
      expect(statuses.at(-1)).toBe(429);
    }
  });
});

describe("serve", () => {
  const remote = ["--base-url", "https://api.example.com"];
  it.each<[string, string[], RegExp]>([
    [
      "when anybody on the network could use its token for another service",
      [...remote, "--host", "0.0.0.0"],
      /^Serving https:\/\/api\.example\.com on 0\.0\.0\.0 would lend your token to anyone who can reach it\. Say who may: COPYDESK_BEARER \(--bearer\) or --oauth-issuer \(COPYDESK_OAUTH_ISSUER\)\. Or serve on 127\.0\.0\.1\.\n$/,
    ],
    [
      "when anybody behind a proxy could",
      [...remote, "--public-url", publicUrl],
      /^Serving https:\/\/api\.example\.com on https:\/\/docs\.example\.com would lend .* Or serve on 127\.0\.0\.1 without --public-url\.\n$/,
    ],
    [
      "with an authorization server and no address to ask it for",
      ["--oauth-issuer", "https://login.example.com"],
      /^--oauth-issuer needs --public-url \(COPYDESK_PUBLIC_URL\): /,
    ],
    ["with an audience of nobody's tokens", ["--oauth-audience", "docs"], /^--oauth-audience has no effect without /],
    [
      "with an authorization server in clear",
      ["--oauth-issuer", "http://login.example.com"],
      /^--oauth-issuer must be an https URL/,
    ],
    ["with a bearer that can be guessed", ["--bearer", "hunter2-hunter2"], /^--bearer must have 20 characters or more/],
    ["with a bearer that no header can carry", ["--bearer", "twenty characters are here"], /^--bearer must have 20/],
    [
      "with a public URL that is none",
      ["--public-url", "docs.example.com"],
      /^--public-url must be an http or https URL/,
    ],
    ["with a public URL that has a query", ["--public-url", `${publicUrl}?x=1`], /^--public-url must have no query/],
    ["with a host that is empty, which would be every address", ["--host", ""], /^--host is empty\. Give it a value/],
    ["with a limit that is no number", ["--rate-limit", "many"], /^--rate-limit must be a whole number/],
  ])("does not start %s", async (_what, args, message) => {
    const { code, stdout, stderr } = await answered(["serve", "--port", "0", "--data", data, ...args]);
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([1, ""]);
    for (const value of ["hunter2", "twenty"]) expect(stderr).not.toContain(value);
  });

  it("starts with a bearer where it would not without one", async () => {
    const without = await copydesk(["serve", "--port", "0", ...remote, "--host", "0.0.0.0"]);
    expect(without).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("would lend your token") });
    const server = await serve([...remote, "--host", "0.0.0.0"], { COPYDESK_BEARER: secret });
    expect(await statusOf(server)).toBe(401);
    expect(await statusOf(server, bearer(secret))).toBe(200);
    expect(await statusOf(server, bearer(tokenOf(data))), "a token of the embedded platform").toBe(401);
    await server.stop();
  });
});

it("doctor shows neither the bearer nor the token", async () => {
  const variables = { COPYDESK_BEARER: secret, COPYDESK_TOKEN: "token-of-another-service" };
  const { stdout, stderr } = await copydesk(["doctor", "--data", data], variables);
  expect(stdout).toMatch(/^ {2}bearer +\(set\) +COPYDESK_BEARER$/m);
  expect(stdout).toMatch(/^ {2}token +\(set\) +COPYDESK_TOKEN$/m);
  for (const value of Object.values(variables)) expect(stdout + stderr).not.toContain(value);
});
