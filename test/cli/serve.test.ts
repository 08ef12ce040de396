import { get } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, textOf } from "../server/clients.ts";
import { answered } from "./in-process.ts";
import { copydesk, type Served, serve, start, temporaryFolder } from "./program.ts";
import { initialize } from "./protocol.ts";
import { spaceTitles, tokenOf } from "./workspace.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
let server: Served;
beforeAll(async () => {
  server = await serve(["--data", data]);
});
afterAll(() => server.stop());

const accepted = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
const postMcp = (headers: Record<string, string> = {}) =>
  fetch(server.ready.mcp ?? "", { method: "POST", headers: { ...accepted, ...headers }, body: initialize });

/** Fetch does not let a program choose the Host header. */
const statusFor = (url: string, headers: Record<string, string>) =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => resolve(response.resume().statusCode)).once("error", reject);
  });

describe("copydesk serve", () => {
  it("prints all addresses in one line of JSON", () => {
    expect(server.ready).toEqual({
      mcp: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
      health: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/health$/),
      ready: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/ready$/),
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      data,
      organization: expect.stringMatching(/^\w{20}$/),
    });
  });

  it("publishes the manual it imported first, only under the server's own names", async () => {
    const { origin } = new URL(server.ready.mcp ?? "");
    const page = await fetch(`${origin}/sites/copydesk/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("<h1>Copydesk</h1>");
    expect(await statusFor(`${origin}/sites/copydesk/`, { Host: "evil.example" })).toBe(404);
  });

  it("responds to health checks", async () => {
    const response = await fetch(server.ready.health ?? "");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", version: "0.1.0" });
  });

  it("responds to health checks from any host and origin, without a token", async () => {
    const headers = { Host: "evil.example", Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect(await statusFor(server.ready.health ?? "", headers)).toBe(200);
  });

  it("does not speak TLS", async () => {
    const secure = (server.ready.health ?? "").replace("http:", "https:");
    await expect(fetch(secure)).rejects.toMatchObject({ cause: { code: "ERR_SSL_WRONG_VERSION_NUMBER" } });
  });

  it("limits its tools with --read-only and --propose-only, but no token at /v1", async () => {
    for (const limit of ["--read-only", "--propose-only"]) {
      const limited = await serve(["--data", data, limit]);
      const headers = { Authorization: `Bearer ${tokenOf(data)}`, "Content-Type": "application/json" };
      const spaces = `${limited.ready.api}/orgs/${limited.ready.organization}/spaces`;
      const made = await fetch(spaces, { method: "POST", headers, body: `{"title":"Made with ${limit}"}` });
      expect(made.status, limit).toBe(201);
      const call = { operation: "createSpace", arguments: { title: "Not made" } };
      const client = await connect("v2 modern", new URL(limited.ready.mcp ?? ""));
      expect(textOf(await client.callTool("write_operation", call))).toContain(limit);
      await client.close();
      await limited.stop();
    }
    expect(await spaceTitles(data)).not.toContain("Not made");
  });

  it("serves the API only to callers with a token", async () => {
    const ask = (headers: Record<string, string>) => fetch(`${server.ready.api}/user`, { headers });
    const answered = await ask({ Authorization: `Bearer ${tokenOf(data)}` });
    expect(await answered.json()).toMatchObject({ object: "user", displayName: "Local user" });
    const refused = await ask({});
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: 401 } });
    expect((await ask({ Authorization: "Bearer cpd_wrong" })).status).toBe(401);
  });

  it("serves the specifications that its answers link to, the public one while it is public", async () => {
    const place = `${server.ready.api}/orgs/${server.ready.organization}/openapi`;
    const headers = { Authorization: `Bearer ${tokenOf(data)}`, "Content-Type": "application/json" };
    const call = async (method: string, path: string, body?: object) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${place}${path}`, { method, headers, ...sent });
      return (await response.json()) as { lastVersion?: string; url: string; urls: { published: string } };
    };
    const text = '{"openapi":"3.0.0","info":{"title":"Shop","version":"1"},"paths":{}}';
    await call("POST", "", { slug: "shop", source: { text } });
    await expect.poll(async () => (await call("GET", "/shop")).lastVersion).toBeDefined();

    const { published } = (await call("PATCH", "/shop", { visibility: "public" })).urls;
    const links = [
      (await call("GET", "/shop/versions/latest")).url,
      (await call("GET", "/shop/versions/latest/content")).url,
      published,
    ];
    for (const link of links) expect(await (await fetch(link)).text()).toBe(text);
    await call("PATCH", "/shop", { visibility: "private" });
    expect((await fetch(published)).status).toBe(404);
  });

  it("serves MCP on this machine without a token, but refuses a wrong one", async () => {
    expect((await postMcp()).status).toBe(200);
    expect((await postMcp({ Authorization: `Bearer ${tokenOf(data)}` })).status).toBe(200);
    const refused = await postMcp({ Authorization: "Bearer cpd_wrong" });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("WWW-Authenticate")).toBe(
      'Bearer realm="copydesk", error="invalid_token", error_description="The token is unknown, revoked or expired."',
    );
  });

  it.each([
    "Via",
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Forwarded-Port",
    "X-Forwarded-Server",
    "X-Forwarded-Prefix",
    "X-Original-Forwarded-For",
    "X-Real-IP",
    "X-Client-IP",
    "X-Cluster-Client-IP",
    "X-ProxyUser-Ip",
    "True-Client-IP",
    "CF-Connecting-IP",
    "CF-Ray",
    "CDN-Loop",
    "Fly-Client-IP",
    "Fly-Forwarded-Port",
    "Fastly-Client-IP",
    "Tailscale-User-Login",
  ])("refuses everyone without a token whose request has a proxy's header %s", async (name) => {
    const { origin } = new URL(server.ready.mcp ?? "");
    const headers = { [name]: "203.0.113.9" };
    const answers = await Promise.all([
      postMcp(headers),
      fetch(`${origin}/metrics`, { headers }),
      ...["/v1/user", "/app/", "/app/sign-in", "/app/sign-in/link?code=guess"].map((path) =>
        fetch(origin + path, { headers, redirect: "manual" }),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 403, 403, 403]);
    const [mcp, metrics, , ...pages] = await Promise.all(answers.map((answer) => answer.text()));
    for (const text of [mcp, metrics, ...pages]) {
      expect(text).toContain(`it has the header ${name.toLowerCase()}`);
      expect(text).toContain("--public-url (COPYDESK_PUBLIC_URL)");
    }
    expect((await postMcp({ ...headers, Authorization: `Bearer ${tokenOf(data)}` })).status).toBe(200);
  });

  it("takes a request that names its client, its languages and itself for one of this machine", async () => {
    const headers = { "User-Agent": "curl/8", "X-Request-Id": "1", "X-Trip": "9", "Accept-Language": "en" };
    expect((await postMcp(headers)).status).toBe(200);
  });

  it("refuses requests that a page of another site could make", async () => {
    const mcp = server.ready.mcp ?? "";
    expect(await statusFor(mcp, { Host: "evil.example" })).toBe(403);
    expect((await postMcp({ Origin: "https://evil.example" })).status).toBe(403);
  });

  it("shows people a front page with links to the sites, the desk and how to connect an agent", async () => {
    const mcp = server.ready.mcp ?? "";
    const { origin } = new URL(mcp);
    const page = await fetch(`${origin}/`, { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    const text = await page.text();
    expect([page.status, page.headers.get("content-type"), page.headers.get("vary")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "Accept",
    ]);
    expect(text).toContain(`claude mcp add --transport http copydesk ${mcp}`);
    expect(text).toContain('href="/app/"');
    const site = /<li><a href="([^"]+)">Copydesk<\/a>: the manual/.exec(text)?.[1] ?? "";
    expect((await fetch(site)).status).toBe(200);
  });

  it("reports in one line to a program what it serves", async () => {
    const { origin } = new URL(server.ready.mcp ?? "");
    const page = await fetch(`${origin}/`);
    expect([page.status, await page.text()]).toEqual([
      200,
      "Copydesk serves MCP at /mcp and the documentation platform API at /v1.\n",
    ]);
    expect((await fetch(`${origin}/nothing`)).status).toBe(404);
  });

  it("shows browsers what to read, where to review and how agents connect", async () => {
    const mcp = server.ready.mcp ?? "";
    const page = await fetch(new URL("/", mcp), { headers: { Accept: "text/html,*/*;q=0.8" } });
    expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
    const text = await page.text();
    expect(text).toContain(`<code>${mcp}</code>`);
    expect(text).toContain('href="/app/sign-in"');
  });

  it("is ready when it says it is", async () => {
    expect((await fetch(server.ready.ready ?? "")).status).toBe(200);
  });

  it("reports a port in use", async () => {
    const { port } = new URL(server.ready.mcp ?? "");
    expect(await copydesk(["serve", "--port", port, "--data", data])).toEqual({
      code: 1,
      stdout: "",
      stderr: `Port ${port} on 127.0.0.1 is in use, perhaps by another copydesk serve. Choose another with --port, or --port 0 for a free one.\n`,
    });
  });

  it("reports an address that is not this machine's", async () => {
    expect(await copydesk(["serve", "--host", "203.0.113.5", "--port", "0", "--data", data])).toEqual({
      code: 1,
      stdout: "",
      stderr: "Port 0 on 203.0.113.5 cannot be served on (EADDRNOTAVAIL). Choose another with --port or --host.\n",
    });
  });

  it("does not expose a user's token to a whole network", async () => {
    const args = ["serve", "--host", "0.0.0.0", "--base-url", "https://docs.example.com", "--token", "cpd_secret"];
    const { code, stderr } = await answered(args);
    expect(stderr).toMatch(/^Serving https:\/\/docs\.example\.com on 0\.0\.0\.0 would lend your token to anyone/);
    expect(code).toBe(1);
  });

  it("accepts no arguments", async () => {
    expect(await answered(["serve", "docs"])).toEqual({
      code: 1,
      stdout: "",
      stderr: 'Usage: copydesk serve. It takes no "docs".\n',
    });
  });
});

describe("the first start", () => {
  it("imports Copydesk's own documentation, and the second start imports nothing", async () => {
    const own = join(folder, "first start");
    const first = await (await serve(["--data", own])).stop();
    expect(first.stderr).toMatch(/^Imported \d+ pages and \d+ files? into the space "Copydesk"/m);
    expect(await spaceTitles(own)).toEqual(["Copydesk"]);
    const second = await (await serve(["--data", own])).stop();
    expect(second.stderr).not.toContain("Import");
    expect(await spaceTitles(own)).toEqual(["Copydesk"]);
  });
});

describe("the start message", () => {
  it("includes working settings for a host", async () => {
    const own = join(folder, "told");
    const told = await serve(["--data", own]);
    await told.line("stderr", /^Ctrl-C stops it\.$/);
    const { stderr } = await told.stop();
    const [stdio, http] = [...stderr.matchAll(/^\{\n[\s\S]*?^\}$/gm)].map(([text]) => JSON.parse(text) as HostSettings);
    expect(http?.mcpServers.copydesk).toEqual({ type: "http", url: told.ready.mcp });

    const { command, args = [] } = stdio?.mcpServers.copydesk ?? {};
    expect(command).toBe("node");
    expect(args.slice(1)).toEqual(["--data", own]);
    const [, ...flags] = args;
    const host = start(flags);
    host.child.stdin.end(`${initialize}\n`);
    expect(JSON.parse((await host.ended).stdout)).toMatchObject({ result: { serverInfo: { name: "copydesk" } } });
  });
});

interface HostSettings {
  readonly mcpServers: { readonly copydesk: { type?: string; url?: string; command?: string; args?: string[] } };
}

describe.each(["SIGTERM", "SIGINT"] as const)("%s", (signal) => {
  it("stops a server cleanly and soon, with or without open connections", async () => {
    const own = await serve(["--data", data]);
    const agent = await fetch(own.ready.mcp ?? "", { method: "POST", headers: accepted, body: initialize });
    const session = agent.headers.get("Mcp-Session-Id") ?? "";
    const listening = await fetch(own.ready.mcp ?? "", {
      headers: { Accept: "text/event-stream", "Mcp-Session-Id": session, "Mcp-Protocol-Version": "2025-06-18" },
    });
    expect(listening.status).toBe(200);
    // A connection that is cut, because it is still open after the time for answers, fails here.
    const heard = listening.text();
    own.child.kill(signal);
    expect((await own.ended).code).toBe(0);
    expect(await heard).not.toContain("error");
  });
});
