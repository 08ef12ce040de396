import { createServer, request as forward, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { type Served, serve, temporaryFolder } from "./program.ts";
import { initialize } from "./protocol.ts";
import { tokenOf } from "./workspace.ts";

const data = join(temporaryFolder(), "data");
const publicUrl = "https://docs.example.com";

interface Sent {
  /** The address at which the proxy sees its caller. */
  readonly from?: string;
  readonly token?: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A typical reverse proxy: it appends the caller's address to `X-Forwarded-For`, after whatever the caller wrote there.
 * All calls come from this machine, so `X-Caller` says who the caller is.
 */
async function startProxy(server: Served) {
  const target = new URL(server.ready.mcp ?? "");
  const proxy = createServer((incoming, outgoing) => {
    const before = incoming.headers["x-forwarded-for"];
    const { connection: _, "x-caller": caller, ...passed } = incoming.headers;
    const named = [...(before === undefined ? [] : [String(before)]), caller].join(", ");
    const headers = { ...passed, host: "docs.example.com", "x-forwarded-for": named };
    const { method, url: path } = incoming;
    const sent = forward({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    async send({ from = "203.0.113.9", token, path = "/mcp", method, headers = {} }: Sent) {
      const isMcp = path.startsWith("/mcp");
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = forward(
          {
            host: "127.0.0.1",
            port,
            agent: false,
            path,
            method: method ?? (isMcp ? "POST" : "GET"),
            headers: {
              "x-caller": from,
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
              "content-type": "application/json",
              accept: "application/json, text/event-stream",
              ...headers,
            },
          },
          resolve,
        ).once("error", reject);
        sent.end(isMcp ? initialize : undefined);
      });
      response.resume();
      return response;
    },
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

const token = async (name: string) =>
  (await answered(["token", "create", "--name", name, "--data", data])).stdout.trim();

describe.each([
  ["that is not declared", []],
  ["that is not declared, without a rate limit", ["--rate-limit", "0"]],
  ["that is trusted, without a rate limit", ["--rate-limit", "0", "--trusted-proxy", "127.0.0.1"]],
])("access behind a proxy %s", (_which, args) => {
  const paths = ["/mcp", "/v1/user"];
  let server: Served;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const statusOf = async (sent: Sent) => (await proxy.send(sent)).statusCode;
  beforeAll(async () => {
    server = await serve(["--data", data, "--public-url", publicUrl, ...args]);
    proxy = await startProxy(server);
  });
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });

  it.each(paths)("stays possible for others at %s despite a stranger's wrong tokens", async (path) => {
    const stranger = { from: path === "/mcp" ? "203.0.113.2" : "203.0.113.3", path };
    const [fresh, beside] = [await token(`for ${path}`), await token(`beside the stranger ${path}`)];
    for (let at = 0; at < 35; at += 1) await statusOf({ ...stranger, token: `cpd_guess-${path}-${at}` });
    expect(await statusOf({ from: "203.0.113.4", path, token: fresh })).toBe(200);
    expect(await statusOf({ ...stranger, token: beside })).toBe(200);
    // 401 tells a client to get another token.
    expect(await statusOf({ from: "203.0.113.4", path, token: `expired for ${path}`.replaceAll(/[ /]/g, "-") })).toBe(
      401,
    );
  });

  it.each(paths)("is delayed for a repeated wrong token at %s", async (path) => {
    const wrong = {
      from: path === "/mcp" ? "203.0.113.5" : "203.0.113.7",
      path,
      token: `cpd_wrong${path.replaceAll("/", "-")}`,
    };
    const statuses = new Set<number | undefined>();
    for (let at = 0; at < 35; at += 1) statuses.add(await statusOf(wrong));
    expect([...statuses]).toEqual([401, 429]);
    expect((await proxy.send(wrong)).headers["retry-after"]).toMatch(/^\d+$/);
  });

  it("is delayed for links with wrong signatures, while a valid one still works from there", async () => {
    const organization = server.ready.organization ?? "";
    const headers = { Authorization: `Bearer ${tokenOf(data)}`, "Content-Type": "application/json" };
    const api = async (path: string, init: RequestInit = {}) =>
      (await (await fetch(`${server.ready.api}${path}`, { headers, ...init })).json()) as Record<string, string>;
    const body = JSON.stringify({ title: "Guides" });
    const space = await api(`/orgs/${organization}/spaces`, { method: "POST", body });
    const { pathname, search } = new URL((await api(`/spaces/${space.id}/pdf`)).url ?? "");
    const reader = { from: "203.0.113.6" };
    const wrong = { ...reader, path: `${pathname}${search}x` };
    const statuses = new Set<number | undefined>();
    for (let at = 0; at < 35; at += 1) statuses.add(await statusOf(wrong));
    expect([...statuses]).toEqual([403, 429]);
    expect(await statusOf({ ...reader, path: pathname + search })).toBe(200);
  });
});

describe("access behind a trusted proxy", () => {
  let server: Served;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const statusOf = async (sent: Sent) => (await proxy.send(sent)).statusCode;
  beforeAll(async () => {
    server = await serve(["--data", data, "--rate-limit", "60", "--trusted-proxy", "127.0.0.1/32"], {
      COPYDESK_PUBLIC_URL: publicUrl,
    });
    proxy = await startProxy(server);
  });
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });

  it("is delayed for a guessing client, which cannot guess in another's name", async () => {
    const guess = (at: number, headers = {}) =>
      statusOf({ from: "203.0.113.2", token: `cpd_guess${at}`, headers: { ...headers } });
    for (let at = 0; at < 30; at += 1) expect(await guess(at, { "x-forwarded-for": "203.0.113.3" })).toBe(401);
    expect(await guess(31, { "x-forwarded-for": "203.0.113.100" })).toBe(429);
    expect(await statusOf({ from: "203.0.113.3", token: "cpd_expired" })).toBe(401);
    expect(await statusOf({ from: "203.0.113.2", token: tokenOf(data) })).toBe(200);
  });

  it("requires a token from every caller, because a proxy forwards others' requests", async () => {
    expect(await statusOf({})).toBe(401);
  });

  it("requests over the limit wait per caller, whatever address they come from", async () => {
    const busy = await token("busy");
    const statuses: (number | undefined)[] = [];
    for (let at = 0; at < 500 && statuses.at(-1) !== 429; at += 1) {
      // Refused because of the parameter, but still counted.
      statuses.push(
        await statusOf({ from: `198.51.100.${1 + (at % 200)}`, path: "/v1/user?access_token=x", token: busy }),
      );
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
    expect(await statusOf({ from: "198.51.100.1", path: "/v1/user", token: await token("idle") })).toBe(200);
  });
});

describe("web pages of other origins at /v1", () => {
  let server: Served;
  const listed = "http://localhost:6274";
  beforeAll(async () => {
    server = await serve(["--data", data, "--allowed-origins", `${listed},https://other.example.com`]);
  });
  afterAll(() => server.stop());
  const ask = (origin: string, init: RequestInit = {}, path = "/user") =>
    fetch(`${server.ready.api}${path}`, {
      ...init,
      headers: { origin, authorization: `Bearer ${tokenOf(data)}`, ...init.headers },
    });
  const preflight = { method: "OPTIONS", headers: { "access-control-request-method": "PATCH" } };

  it("may call if they are listed", async () => {
    const asked = await ask(listed, preflight);
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, listed]);
    expect(asked.headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, PATCH, DELETE");
    const answered = await ask(listed);
    expect([answered.status, answered.headers.get("access-control-allow-origin")]).toEqual([200, listed]);
  });

  it("may use links to files and PDFs, whatever their origin", async () => {
    const origin = "https://evil.example";
    const body = JSON.stringify({ title: "Guides" });
    const headers = { authorization: `Bearer ${tokenOf(data)}`, "content-type": "application/json" };
    const made = await fetch(`${server.ready.api}/orgs/${server.ready.organization}/spaces`, {
      method: "POST",
      headers,
      body,
    });
    const { id } = (await made.json()) as { id: string };
    const { url } = (await (await fetch(`${server.ready.api}/spaces/${id}/pdf`, { headers })).json()) as {
      url: string;
    };
    const pdf = await fetch(url, { headers: { origin, "sec-fetch-site": "cross-site" } });
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    await pdf.body?.cancel();
  });

  it("is not checked for its host, since a token is required anyway", async () => {
    const { hostname, port, pathname } = new URL(`${server.ready.api}/user`);
    const statusFor = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        forward({ host: hostname, port, path: pathname, headers: { host: "evil.example", ...headers } }, (answer) =>
          resolve(answer.resume().statusCode),
        )
          .once("error", reject)
          .end();
      });
    expect(await statusFor({ authorization: `Bearer ${tokenOf(data)}` })).toBe(200);
    expect(await statusFor({})).toBe(401);
  });

  it.each(["http://localhost:3000", "null", "https://evil.example"])(
    "may not when they are not: %s",
    async (origin) => {
      for (const response of [await ask(origin), await ask(origin, preflight)]) {
        expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, null]);
        expect(await response.json()).toMatchObject({
          error: { code: 403, message: expect.stringContaining("--allowed-origins") },
        });
      }
    },
  );
});

it("a server with a public URL says that it cannot tell clients apart, and doctor does too", async () => {
  const server = await serve(["--data", data, "--public-url", publicUrl]);
  expect(await server.line("stderr", /--trusted-proxy/)).toContain("counted by token, not by client");
  await server.stop();
  const told = "failed attempts: Invalid tokens are counted by token, not by client";
  const doctor = ["doctor", "--data", data, "--public-url", publicUrl];
  expect((await answered(doctor)).stdout).toContain(told);
  expect((await answered([...doctor, "--trusted-proxy", "10.0.0.1"])).stdout).not.toContain(told);
});
