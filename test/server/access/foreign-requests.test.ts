import { describe, expect, it } from "vitest";
import { createSiteRules } from "../../../src/server/access/http-guards.ts";

const site = createSiteRules({
  hosts: ["Docs.acme.test", "fd00::1"],
  publicUrl: "https://docs.example.com/desk",
  origins: ["http://localhost:6274", "chrome-extension://abcdef"],
});

const request = (headers: Record<string, string>) =>
  new Request("http://127.0.0.1/mcp", { headers: { host: "localhost:7337", ...headers } });

describe("a page that may call", () => {
  it.each([
    ["http://localhost:7337"],
    ["https://docs.example.com"],
    ["http://localhost:6274"],
    ["chrome-extension://abcdef"],
  ])("is at %s", (origin) => {
    expect(site.allowsPage(request({ origin }))).toBe(true);
  });

  it("is at the address it calls, under any name of the server", () => {
    for (const host of ["127.0.0.1:7337", "[::1]:7337", "docs.acme.test:7337", "[fd00::1]:7337"]) {
      expect(site.allowsPage(request({ host, origin: `http://${host}` }))).toBe(true);
    }
  });
});

describe("a page that may not call", () => {
  it.each([
    ["null"],
    [""],
    ["http://localhost"],
    ["http://localhost:5173"],
    ["http://127.0.0.1:7337"],
    ["http://[::1]:7337"],
    ["https://localhost:7337"],
    ["ftp://localhost"],
    ["ftp://localhost:7337"],
    ["vscode-webview://localhost"],
    ["vscode-webview://localhost:7337"],
    ["file://"],
    ["chrome-extension://abcdeg"],
    ["HTTP://LOCALHOST:7337"],
    ["http://LOCALHOST:7337"],
    ["http://localhost.:7337"],
    ["http://localhost:07337"],
    ["http://localhost:7337/"],
    ["http://localhost:7337/page"],
    ["http://user@localhost:7337"],
    ["http://evil.example#@localhost:7337"],
    ["http://localhost:7337.evil.example"],
    ["http://xn--localhost:7337"],
    ["http://xn--lclhost-xya2d:7337"],
    ["http://sub.localhost:7337"],
    ["http://2130706433:7337"],
    ["http://0.0.0.0:7337"],
    ["http://docs.example.com"],
    ["https://docs.example.com:8443"],
    ["https://docs.example.com/desk"],
    ["https://docs.example.com.evil.example"],
    ["https://evil.example"],
    ["http://localhost:6274, https://evil.example"],
    ["*"],
    ["localhost:7337"],
  ])("is at %s", (origin) => {
    expect(site.allowsPage(request({ origin }))).toBe(false);
  });

  it("is at the public name over plain HTTP, even if the request names that host", () => {
    expect(site.allowsPage(request({ host: "docs.example.com", origin: "http://docs.example.com" }))).toBe(false);
  });

  it("is at a name that resolves here by DNS rebinding", () => {
    const rebound = request({ host: "evil.example:7337", origin: "http://evil.example:7337" });
    expect([site.acceptsHost(rebound), site.allowsPage(rebound)]).toEqual([false, false]);
  });
});

describe("a request without an Origin", () => {
  it.each([
    [undefined, true],
    ["none", true],
    ["same-origin", true],
    ["same-site", false],
    ["cross-site", false],
    ["", false],
    ["nonsense", false],
  ])("is allowed with Sec-Fetch-Site %s: %s", (where, allowed) => {
    expect(site.allowsPage(request(where === undefined ? {} : { "sec-fetch-site": where }))).toBe(allowed);
  });
});

it.each([
  ["localhost", true],
  ["localhost:1", true],
  ["LOCALHOST:1", true],
  ["[::1]", true],
  ["docs.example.com", true],
  ["localhost.", false],
  ["localhost.evil.example", false],
  ["xn--localhost", false],
  ["evil.example", false],
  ["docs.example.com.", false],
])("the server accepts the Host %s: %s", (host, answers) => {
  expect(site.acceptsHost(request({ host }))).toBe(answers);
});
