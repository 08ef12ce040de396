import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "../accounts/browser.ts";
import { textOf } from "../server/clients.ts";
import { freePort } from "./free-port.ts";
import { copydesk, type Served, serve, temporaryFolder } from "./program.ts";

const data = join(temporaryFolder(), "data");
let server: Served;
let address: string;

beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = await serve(["--data", data, "--confirm", "never", "--port", String(port), "--public-url", address]);
});
afterAll(() => server.stop());

const redirect = "http://127.0.0.1:9/callback";

/** What a host stores while it connects, as both generations of the SDK require. */
function host(name: string) {
  const kept: { client?: unknown; tokens?: unknown; verifier?: string; state?: unknown; authorize?: URL } = {};
  return {
    kept,
    provider: {
      redirectUrl: redirect,
      clientMetadata: { client_name: name, redirect_uris: [redirect], token_endpoint_auth_method: "none" },
      clientInformation: () => kept.client,
      saveClientInformation: (client: unknown) => {
        kept.client = client;
      },
      tokens: () => kept.tokens,
      saveTokens: (tokens: unknown) => {
        kept.tokens = tokens;
      },
      redirectToAuthorization: (url: URL) => {
        kept.authorize = url;
      },
      saveCodeVerifier: (verifier: string) => {
        kept.verifier = verifier;
      },
      codeVerifier: () => kept.verifier ?? "",
      saveDiscoveryState: (state: unknown) => {
        kept.state = state;
      },
      discoveryState: () => kept.state,
    },
  };
}

const info = { name: "host", version: "1.0.0" };

const hosts = {
  "the 2025 era"(provider: unknown) {
    const client = new EarlierClient(info);
    const transport = new EarlierTransport(new URL(`${address}/mcp`), { authProvider: provider as never });
    return {
      connect: () => client.connect(transport),
      finish: (code: string) => transport.finishAuth(code),
      callTool: (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    };
  },
  "the newer protocol"(provider: unknown) {
    const client = new Client(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { authProvider: provider as never });
    return {
      connect: () => client.connect(transport),
      finish: (code: string) => transport.finishAuth(new URLSearchParams({ code, iss: `${address}/app/oauth` })),
      callTool: (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    };
  },
};

/** The browser's part: signs in with a link, agrees, and returns the address it is sent back to. */
async function agree(authorize: URL, scope: string): Promise<URL> {
  const { stdout } = await copydesk(["login", "--data", data]);
  const browser = new Browser((request) => fetch(request), address);
  const link = new URL(stdout.trim());
  await browser.open(link.pathname + link.search);
  await browser.submit("/app/sign-in/link");
  const consent = (await browser.open(authorize.pathname + authorize.search)).headers.get("location") ?? "";
  const page = new URL(consent, address).pathname;
  expect(page).toMatch(/^\/app\/oauth\/consent\//);
  expect((await browser.open(page)).status).toBe(200);
  expect(browser.html).toContain("wants to act as you");
  const decided = await browser.submit(page, { scope, decision: "agree" });
  const resume = new URL(decided.headers.get("location") ?? "", address);
  const back = await browser.open(resume.pathname + resume.search);
  return new URL(back.headers.get("location") ?? "", address);
}

describe.each(Object.entries(hosts))("a host of %s that gets only the address", (era, make) => {
  it("acts for the person who signed in, within the access they granted", async () => {
    const { kept, provider } = host(`Host of ${era}`);
    const first = make(provider);
    await expect(first.connect()).rejects.toThrow();
    if (kept.authorize === undefined) throw new Error("the host was not sent to the authorization server");
    const back = await agree(kept.authorize, "propose");
    expect(back.origin + back.pathname).toBe(redirect);
    await first.finish(back.searchParams.get("code") ?? "");
    const host2 = make(provider);
    await host2.connect();
    expect(textOf(await host2.callTool("list_spaces", {}))).toContain("Copydesk");
    expect(kept.tokens).toMatchObject({ scope: "docs:read docs:propose", refresh_token: expect.any(String) });

    const { tokens } = kept as { tokens: { access_token: string } };
    const beyond = await fetch(`${address}/mcp`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${tokens.access_token}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "merge_change_request", arguments: { change_request: "1" } },
      }),
    });
    expect(beyond.status).toBe(403);
    expect(beyond.headers.get("www-authenticate")).toContain('scope="docs:read docs:propose docs:merge"');
    expect(
      (await fetch(`${address}/v1/user`, { headers: { Authorization: `Bearer ${tokens.access_token}` } })).status,
    ).toBe(401);

    const listed = await copydesk(["agents", "list", "--json", "--data", data]);
    const agent = (JSON.parse(listed.stdout) as { id: string; name: string }[]).find(
      ({ name }) => name === `Host of ${era}`,
    );
    expect(agent).toMatchObject({ scope: "propose", lastTool: "merge_change_request" });
    await copydesk(["agents", "revoke", agent?.id ?? "", "--data", data]);
    await expect(host2.callTool("list_spaces", {})).rejects.toThrow();
    await host2.close().catch(() => {});
  });
});
