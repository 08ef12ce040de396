import { join } from "node:path";
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ClientCredentialsProvider as EarlierProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Issuer, sign, signingKey, startIssuer } from "../server/access/issuer.ts";
import { textOf } from "../server/clients.ts";
import { freePort } from "./free-port.ts";
import { type Served, serve, temporaryFolder } from "./program.ts";

const data = join(temporaryFolder(), "data");
let issuer: Issuer;
let server: Served;
let url: URL;
/** What clients requested from the authorization server. */
let asked: { resource: string | null; scope: string | null }[] = [];

beforeAll(async () => {
  const [started, key, port] = await Promise.all([startIssuer("/tenant"), signingKey("current"), freePort()]);
  issuer = started;
  issuer.published.keys = [key.jwk];
  issuer.published.metadata = {
    authorization_endpoint: `${issuer.origin}/authorize`,
    token_endpoint: `${issuer.origin}/token`,
    response_types_supported: ["code"],
    grant_types_supported: ["client_credentials"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
  };
  issuer.published.grant = (form) => {
    const [resource, scope] = [form.get("resource"), form.get("scope")];
    asked.push({ resource, scope });
    return sign(key, issuer.issuer, { claims: { aud: resource, scope, sub: "robot", client_id: "robot" } });
  };
  const address = `http://127.0.0.1:${port}`;
  url = new URL(`${address}/mcp`);
  const settings = [
    "--port",
    String(port),
    "--public-url",
    address,
    "--oauth-issuer",
    issuer.issuer,
    "--oauth-callers",
    "server",
  ];
  server = await serve(["--data", data, "--confirm", "never", ...settings]);
});
afterAll(async () => {
  await server.stop();
  await issuer.close();
});
beforeEach(() => {
  asked = [];
});

const info = { name: "robot", version: "1.0.0" };
const credentials = () => ({ clientId: "robot", clientSecret: "secret", expectedIssuer: issuer.issuer });

async function connectEarlier(scope: string) {
  const client = new EarlierClient(info);
  await client.connect(new EarlierTransport(url, { authProvider: new EarlierProvider({ ...credentials(), scope }) }));
  return {
    callTool: (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

async function connectModern() {
  const client = new Client(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const authProvider = new ClientCredentialsProvider(credentials());
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider }));
  return {
    callTool: (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

const create = () => ({
  operation: "createSpace",
  arguments: { organizationId: server.ready.organization, title: "Made by a robot" },
});

it("a client of the newer protocol discovers the authorization server, and requests more scopes when it needs them", async () => {
  const client = await connectModern();
  expect(textOf(await client.callTool("list_spaces", {}))).toContain("Copydesk");
  expect(asked).toEqual([{ resource: url.href, scope: "docs:read" }]);
  expect(textOf(await client.callTool("write_operation", create()))).toContain("Made by a robot");
  expect(asked.slice(1)).toEqual([{ resource: url.href, scope: "docs:read docs:write" }]);
  await client.close();
});

// The SDK of that era requests the scopes that its user specified, whatever the challenge says.
it("a client of the 2025 era discovers the authorization server, and requests the announced scopes", async () => {
  const client = await connectEarlier("docs:write");
  expect(textOf(await client.callTool("write_operation", create()))).toContain("Made by a robot");
  expect(asked).toEqual([{ resource: url.href, scope: "docs:write" }]);
  await client.close();
});
