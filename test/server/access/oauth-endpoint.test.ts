import { request as rawRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthorize, staticBearer } from "../../../src/server/access/authorize.ts";
import { createIssuerKeys } from "../../../src/server/access/issuer-keys.ts";
import { createRateLimit, withRateLimit } from "../../../src/server/access/limits.ts";
import { oauthTokens } from "../../../src/server/access/oauth.ts";
import { clientKinds, connect, textOf } from "../clients.ts";
import { docsClient } from "../docs-service.ts";
import { listen } from "../endpoint.ts";
import { fixtureTools, registryOf } from "../fixture-tools.ts";
import { audience, type Issuer, type SigningKey, sign, signingKey, startIssuer } from "./issuer.ts";

const secret = "static-bearer-of-the-test";

const resourceMetadata = "https://docs.example.com/.well-known/oauth-protected-resource/mcp";

let issuer: Issuer;

let key: SigningKey;

let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  [issuer, key] = await Promise.all([startIssuer(), signingKey("current")]);
  issuer.published.keys = [key.jwk];
  server = await listen({ authorize: authorization() });
});

afterAll(async () => {
  await server.close();
  await issuer.close();
});

/** Callers of both kinds: the service identifies each by the token of its client. */
function authorization() {
  const registry = registryOf(fixtureTools);
  return createAuthorize({
    verifiers: [
      staticBearer(secret, { client: docsClient("static"), principal: "bearer" }),
      oauthTokens({
        issuer: issuer.issuer,
        audience,
        keys: createIssuerKeys({ issuer: issuer.issuer }),
        resourceMetadata,
        client: docsClient("server"),
        registry,
        log() {},
      }),
    ],
    authorization: { resourceMetadata, scope: "docs:read" },
  });
}

const token = (claims: Record<string, unknown> = {}) => sign(key, issuer.issuer, { claims });

const bearer = async (claims: Record<string, unknown> = {}) => ({ authorization: `Bearer ${await token(claims)}` });

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

const callOf = (name: string) => ({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: {} } });

const post = (body: unknown, headers: Record<string, string> = {}, url: URL | string = server.url) =>
  fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });

describe.each(clientKinds)("a %s client", (kind) => {
  it("uses tools with a token of the authorization server, and the service sees the server's own", async () => {
    const client = await connect(kind, server.url, await bearer());
    expect(textOf(await client.callTool("who_am_i"))).toBe("server");
    await client.close();
  });

  it("uses tools with the static bearer", async () => {
    const client = await connect(kind, server.url, { authorization: `Bearer ${secret}` });
    expect(textOf(await client.callTool("who_am_i"))).toBe("static");
    expect(textOf(await client.callTool("open_draft"))).toBe("opened");
    await client.close();
  });

  it("may write with docs:write, and is refused with docs:read", async () => {
    const writer = await connect(kind, server.url, await bearer({ scope: "docs:write" }));
    expect(textOf(await writer.callTool("open_draft"))).toBe("opened");
    await writer.close();
    const reader = await connect(kind, server.url, await bearer({ scope: "docs:read" }));
    await expect(reader.callTool("open_draft")).rejects.toThrow(/docs:write/);
    const { tools } = await reader.listTools();
    expect(tools.map(({ name }) => name)).toContain("open_draft");
    await reader.close();
  });

  it("cannot connect without a token", async () => {
    await expect(connect(kind, server.url)).rejects.toThrow();
  });
});

it("the limits of the process apply even with every scope", async () => {
  const limited = await listen({ authorize: authorization(), selection: { readOnly: true } });
  const client = await connect("v2 modern", limited.url, await bearer({ scope: "docs:admin" }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain("open_draft");
  const opened = await client.callTool("open_draft");
  expect([opened.isError, textOf(opened)]).toEqual([true, expect.stringContaining("--read-only")]);
  await client.close();
  await limited.close();
});

describe("the challenge", () => {
  it("tells callers without a token where to get one, and which scopes to request", async () => {
    const response = await post(initialize);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer realm="copydesk", scope="docs:read", resource_metadata="${resourceMetadata}"`,
    );
    expect(await response.json()).toEqual({
      jsonrpc: "2.0",
      error: { code: -32001, message: "A token is needed: Authorization: Bearer <token>." },
      id: null,
    });
  });

  it("tells callers with an invalid token why it is invalid", async () => {
    const response = await post(initialize, await bearer({ aud: "https://other.example" }));
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer realm="copydesk", error="invalid_token", error_description="The token is for another audience.", scope="docs:read", resource_metadata="${resourceMetadata}"`,
    );
  });

  it("tells callers without the scope which one to request", async () => {
    const headers = await bearer({ scope: "docs:read" });
    const response = await post(callOf("open_draft"), headers);
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer realm="copydesk", error="insufficient_scope", error_description="This needs the scope docs:write.", scope="docs:read docs:write", resource_metadata="${resourceMetadata}"`,
    );
  });

  it("tells callers without any access that they have none", async () => {
    const response = await post(initialize, await bearer({ scope: "openid profile" }));
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toContain('error="insufficient_scope"');
    expect(response.headers.get("www-authenticate")).toContain('scope="docs:read",');
  });

  it.each([
    ["a call hidden in an array", [callOf("join_words"), callOf("open_draft")]],
    ["a call without a session", callOf("open_draft")],
  ])("meets %s too", async (_what, body) => {
    expect((await post(body, await bearer({ scope: "docs:read" }))).status).toBe(403);
  });
});

describe("a token", () => {
  it("is refused in the URL, valid or not", async () => {
    const url = new URL(server.url);
    url.searchParams.set("access_token", await token());
    const response = await post(initialize, {}, url);
    expect(response.status).toBe(400);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_request"');
    expect((await post(initialize, await bearer(), url)).status).toBe(400);
  });

  it("is refused in two headers on a real connection, even if one is valid", async () => {
    const good = `Bearer ${await token()}`;
    for (const values of [
      [good, "Bearer bad"],
      ["Bearer bad", good],
      [good, good],
    ]) {
      const status = await new Promise((resolve, reject) => {
        const raw = values.flatMap((value) => ["Authorization", value]);
        const headers = ["Host", server.url.host, "Content-Type", "application/json", ...raw];
        const request = rawRequest(server.url, { method: "POST", headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        request.on("error", reject).end(JSON.stringify(initialize));
      });
      expect(status).toBe(400);
    }
  });

  it("is refused before it is parsed if it is huge", async () => {
    const response = await post(initialize, { authorization: `Bearer ${"a".repeat(9000)}` });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("aaaa");
    expect((await post(initialize, { authorization: `Bearer ${"a".repeat(40_000)}` })).status).toBe(431);
  });

  it("appears in no answer and no log, valid or not", async () => {
    const tokens = [await token({ exp: 1 }), await token({ aud: "x" }), `${await token()}x`, "not-a-known-token"];
    for (const bad of tokens) {
      const response = await post(initialize, { authorization: `Bearer ${bad}` });
      expect(response.status).toBe(401);
      const seen = `${await response.text()}${JSON.stringify([...response.headers])}${server.logged.join()}`;
      expect(seen).not.toContain(bad.slice(-20));
      expect(seen).not.toContain(bad.split(".")[1] ?? bad);
    }
  });
});

describe("a session", () => {
  const list = { jsonrpc: "2.0", id: 3, method: "tools/list" };
  const open = async (headers: Record<string, string>) => {
    const response = await post(initialize, headers);
    await response.text();
    return response.headers.get("mcp-session-id") ?? "";
  };

  it("is served only to the caller that opened it, with a newer token too", async () => {
    const session = { "mcp-session-id": await open(await bearer({ sub: "ann" })) };
    expect((await post(list, { ...session, ...(await bearer({ sub: "ann", jti: "newer" })) })).status).toBe(200);
    expect((await post(list, { ...session, ...(await bearer({ sub: "bob" })) })).status).toBe(404);
    expect((await post(list, { ...session, ...(await bearer({ sub: "ann", client_id: "other" })) })).status).toBe(404);
    expect((await post(list, { ...session, authorization: `Bearer ${secret}` })).status).toBe(404);
    expect((await post(list, session)).status).toBe(401);
  });

  it("cannot be read or ended by another caller", async () => {
    const session = { "mcp-session-id": await open(await bearer({ sub: "ann" })) };
    const headers = { ...session, ...(await bearer({ sub: "bob" })), accept: "text/event-stream" };
    expect((await fetch(server.url, { headers })).status).toBe(404);
    expect((await fetch(server.url, { method: "DELETE", headers })).status).toBe(404);
    expect((await post(list, { ...session, ...(await bearer({ sub: "ann" })) })).status).toBe(200);
  });

  it("grants nothing that a request's token does not", async () => {
    const session = { "mcp-session-id": await open(await bearer({ scope: "docs:admin" })) };
    expect((await post(callOf("open_draft"), { ...session, ...(await bearer()) })).status).toBe(403);
    const expired = await bearer({ exp: 1 });
    expect((await post(list, { ...session, ...expired })).status).toBe(401);
  });
});

describe("a rate limit", () => {
  it("is each caller's own", async () => {
    const limited = await listen({ authorize: withRateLimit(authorization(), createRateLimit(2)) });
    const status = async (sub: string) => (await post(initialize, await bearer({ sub }), limited.url)).status;
    expect([await status("ann"), await status("ann"), await status("ann")]).toEqual([200, 200, 429]);
    expect(await status("bob")).toBe(200);
    await limited.close();
  });
});
