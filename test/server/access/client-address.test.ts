import { BlockList } from "node:net";
import { describe, expect, it } from "vitest";
import { bindPeer, createClientAddress } from "../../../src/server/access/client-address.ts";

const trusted = new BlockList();
trusted.addSubnet("10.1.0.0", 16, "ipv4");
trusted.addSubnet("fd00::", 8, "ipv6");

function clientOf(
  peer: string,
  headers: Record<string, string>,
  options: { trusted?: BlockList; behindProxy?: boolean },
) {
  const request = new Request("http://127.0.0.1/mcp", { headers });
  bindPeer(request, peer);
  return createClientAddress({ behindProxy: false, ...options })(request);
}

describe("the client behind a trusted proxy", () => {
  const named = (text: string) => ({ "x-forwarded-for": text });
  const stated = (text: string) => ({ forwarded: text });
  it.each<[string, Record<string, string>, string | undefined]>([
    ["one address", named("203.0.113.7"), "203.0.113.7"],
    ["an address with a port", named("203.0.113.7:4711"), "203.0.113.7"],
    ["two trusted proxies in a row", named("203.0.113.7, 10.1.0.9"), "203.0.113.7"],
    ["an address that the caller put before its own", named("198.51.100.1, 203.0.113.7"), "203.0.113.7"],
    ["a trusted address that the caller put before its own", named("10.1.0.3, 203.0.113.7, 10.1.0.9"), "203.0.113.7"],
    ["nothing but trusted addresses", named("10.1.0.3, 10.1.0.9"), "10.1.0.3"],
    ["IPv6, by its network", named("2001:DB8:1:2:3::1"), "2001:db8:1:2::/64"],
    ["IPv6 in brackets, with a port", named("[2001:db8:1:2::1]:443"), "2001:db8:1:2::/64"],
    ["IPv4 as IPv6", named("::ffff:203.0.113.7"), "203.0.113.7"],
    ["IPv4 as IPv6 in hexadecimal", named("::ffff:cb00:7107"), "203.0.113.7"],
    ["a trusted proxy as IPv6", named("203.0.113.7, ::ffff:10.1.0.9"), "203.0.113.7"],
    ["Forwarded", stated("for=203.0.113.7;proto=https;by=10.1.0.1"), "203.0.113.7"],
    ["Forwarded, with quotes", stated('proto=https; For="[2001:db8:1:2::1]:4711", for=10.1.0.9'), "2001:db8:1:2::/64"],
    ["both headers, which agree", { ...named("203.0.113.7"), ...stated("for=203.0.113.7") }, "203.0.113.7"],
    ["both headers, which disagree", { ...named("203.0.113.7"), ...stated("for=198.51.100.1") }, undefined],
    ["no header", {}, undefined],
    ["an empty header", named(""), undefined],
    ["a name", named("client.example"), undefined],
    ["a number too large", named("203.0.113.700"), undefined],
    ["unknown, as proxies may say", stated("for=unknown"), undefined],
    ["an identifier, as proxies may say", stated("for=_hidden"), undefined],
    ["no for", stated("proto=https"), undefined],
    ["two fors", stated("for=203.0.113.7;for=203.0.113.8"), undefined],
    ["a quotation mark that does not close", stated('for="203.0.113.7, for=198.51.100.1'), undefined],
    ["garbage before the address", named("<script>, 203.0.113.7"), "203.0.113.7"],
    ["garbage after the address", named("203.0.113.7, <script>"), undefined],
    ["an address that another header names alone", { "x-real-ip": "203.0.113.7" }, undefined],
    ["very many hops", named(`${"10.1.0.3, ".repeat(1300)}203.0.113.7`), "203.0.113.7"],
  ])("is found from %s", (_what, headers, client) => {
    for (const peer of ["10.1.0.1", "::ffff:10.1.0.1", "fd00::1"]) {
      expect(clientOf(peer, headers, { trusted, behindProxy: true })).toBe(client);
    }
  });
});

describe("a peer that is not a trusted proxy", () => {
  const lie = { "x-forwarded-for": "198.51.100.1", forwarded: "for=198.51.100.1" };
  it("is the client, whatever its headers say", () => {
    expect(clientOf("203.0.113.7", lie, { trusted, behindProxy: false })).toBe("203.0.113.7");
  });

  it("is the client if no proxy is declared and no header mentions one", () => {
    expect(clientOf("203.0.113.7", {}, {})).toBe("203.0.113.7");
    expect(clientOf("2001:db8:1:2:3::1", {}, {})).toBe("2001:db8:1:2::/64");
  });

  it("may speak for many if it is local, forwards, or the server has a public URL", () => {
    expect(clientOf("127.0.0.1", {}, {})).toBeUndefined();
    expect(clientOf("::1", {}, {})).toBeUndefined();
    expect(clientOf("::ffff:127.0.0.1", {}, { trusted })).toBeUndefined();
    expect(clientOf("203.0.113.7", lie, {})).toBeUndefined();
    expect(clientOf("203.0.113.7", {}, { behindProxy: true })).toBeUndefined();
  });

  it.each([
    ["2001:db8:1:2:3::1", "2001:db8:1:2:ffff:1:2:3", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["fe80::1%eth0", "fe80::2", true],
    ["2001:db8::1", "2001:db8:0:1::1", false],
  ])("is a client by its network: %s and %s are one network: %s", (one, other, same) => {
    expect(clientOf(one, {}, {}) === clientOf(other, {}, {})).toBe(same);
  });
});
