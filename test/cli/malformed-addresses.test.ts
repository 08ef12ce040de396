import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { type Served, serve, temporaryFolder } from "./program.ts";
import { tokenOf } from "./workspace.ts";

const folder = temporaryFolder();
const data = join(folder, "data");

let server: Served;
let token: string;

/** Sends bytes as they are, and returns what the server answers until it closes. */
function speak(lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.ready.mcp ?? "");
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(lines.join("\r\n"), "latin1")));
    let heard = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      heard += chunk;
    });
    socket.once("end", () => resolve(heard)).once("error", reject);
    socket.setTimeout(20_000, () => socket.destroy(new Error(`No end of the answer to ${lines[0]}: ${heard}`)));
  });
}

async function statusOf(target: string, headers: readonly string[] = [], host = "127.0.0.1"): Promise<number> {
  const heard = await speak([`GET ${target} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers, "", ""]);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0);
}

beforeAll(async () => {
  const added = async (...args: string[]) => {
    const { code, stderr } = await answered([...args, "--data", data]);
    expect(code, stderr).toBe(0);
  };
  await added("import", join(import.meta.dirname, "../../docs/concepts"), "--title", "Handbook");
  server = await serve(["--data", data]);
  token = tokenOf(data);
  const call = async (line: string, body?: object) => {
    const [method = "", path = ""] = line.split(" ");
    const response = await fetch(new URL(`/v1${path}`, server.ready.mcp), {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status, `${line} ${response.status}`).toBeLessThan(300);
    return (await response.json()) as { id: string; items: { id: string }[] };
  };
  const { items } = await call("GET /orgs");
  const organization = items[0]?.id ?? "";
  const spaces = (await call(`GET /orgs/${organization}/spaces`)).items.map(({ id }) => id);
  const site = await call(`POST /orgs/${organization}/sites`, { title: "Handbook", spaces });
  await call(`POST /orgs/${organization}/sites/${site.id}/publish`);
});
afterAll(() => server?.stop());

/** Where something is served, and what a well-formed address answers there. */
const mounts: Readonly<Record<string, readonly number[]>> = {
  "/sites/handbook/": [200],
  "/sites/handbook/~files/": [404],
  "/sites/~preview/": [404],
  "/app/": [200, 302, 303, 404],
  "/app/spaces/": [302, 303, 404],
  "/app/oauth/": [404],
  "/app/oauth/authorize?client_id=": [400],
  "/v1/": [404],
  "/v1/spaces/": [404],
  "/files/": [403, 404],
  "/openapi/": [403, 404],
  "/pdf/": [403, 404],
  "/integrations/": [403, 404],
  "/.well-known/oauth-protected-resource/": [200, 404],
  "/": [200],
};

const malformed: Readonly<Record<string, string>> = {
  "an invalid byte": "%ff",
  "an incomplete escape": "%",
  "letters that are no digits": "%zz",
  "an overlong slash": "%c0%af",
  "an overlong NUL": "%c0%80",
  "a surrogate": "%ed%a0%80",
  "a byte past Unicode": "%f5%80%80%80",
  NUL: "a%00b",
  "NUL alone": "%00",
  "an invalid byte in a name": "caf%e9",
  "an invalid byte after a good segment": "concepts/%ff",
  "an invalid byte before Markdown": "%ff.md",
  "raw bytes": "caf\xe9",
};

/** Odd, but addresses of nothing at most. */
const odd: Readonly<Record<string, string>> = {
  "parent folders": "../../../../etc/passwd",
  "encoded parent folders": "%2e%2e/%2e%2e/etc/passwd",
  "an encoded slash": "a%2fb",
  "encoded parent folders with encoded slashes": "..%2f..%2fetc%2fpasswd",
  "a backslash": "a\\b",
  "an encoded backslash": "..%5c..%5cwindows",
  "double slashes": "//a//b//",
  "a double escape": "%25ff",
  "line breaks": "a%0d%0aSet-Cookie:%20x=1",
  "a right-to-left mark": "%e2%80%8f",
  "a semicolon": "a;jsessionid=1",
  "a very long path": "a".repeat(6_000),
  "very many segments": "a/".repeat(3_000),
  "an invalid query": "?q=%ff&limit=%zz&page=%00",
  "an odd query": "?__proto__=1&q[]=1&=&&&",
  "an invalid cursor": "?page=%ff%fe&token=%00",
};

const mine = () => [`Authorization: Bearer ${token}`];

describe.each(Object.entries(mounts))("an address below %s", (mount, well) => {
  it.each(Object.entries(malformed))("with %s is malformed", async (_, path) => {
    expect([400, 404]).toContain(await statusOf(mount + path));
    expect([400, 404]).toContain(await statusOf(mount + path, mine()));
  });

  it.each(Object.entries(odd))("with %s is never an error of the server", async (_, path) => {
    for (const headers of [[], mine()]) {
      const status = await statusOf(mount + path, headers);
      expect([...well, 301, 302, 303, 307, 308, 400, 401, 404, 414, 431, 405]).toContain(status);
    }
  });
});

it.each(["TRACE", "OPTIONS", "PROPFIND", "QUERY"])("%s is never an error of the server", async (method) => {
  for (const path of [...Object.keys(mounts), "/mcp", "/metrics", "/.well-known/openid-configuration/app/oauth"]) {
    const heard = await speak([`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1", "Connection: close", "", ""]);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0);
    expect([200, 204, 302, 303, 308, 400, 401, 403, 404, 405], `${method} ${path}`).toContain(status);
  }
});

describe("a Host", () => {
  it.each(["", "a b", "evil.example", "127.0.0.1:99999", "[::1", "%ff", "a\xe9.example", "x".repeat(300), "..", "-"])(
    "that is %j is never an error of the server",
    async (host) => {
      for (const path of ["/sites/handbook/", "/app/", "/v1/spaces/x", "/%ff"]) {
        expect([200, 302, 303, 307, 308, 400, 401, 403, 404, 421]).toContain(await statusOf(path, [], host));
      }
    },
  );
});

describe("the operations", () => {
  it.each([
    "/v1/urls/published?url=%ff",
    "/v1/urls/published?url=http://%ff/",
    "/v1/urls/published?url=http://127.0.0.1/sites/handbook/%25ff",
    "/v1/urls/content?url=http://127.0.0.1/sites/handbook/%25ff",
    "/v1/urls/published?url=http://127.0.0.1/sites/handbook/%2500",
    "/v1/orgs/%ff/sites",
    "/v1/spaces/%00",
    "/v1/spaces/a/content/path/%ff",
    "/v1/spaces/a/content/path/..%2f..%2fb",
  ])("never fail for the address %s", async (target) => {
    expect([200, 400, 401, 404]).toContain(await statusOf(target, mine()));
  });
});

it("nothing of this was logged as a failure", async () => {
  const { stderr } = await server.stop();
  expect(stderr).not.toMatch(/URIError|TypeError|RangeError|at .*\.ts:/);
});
