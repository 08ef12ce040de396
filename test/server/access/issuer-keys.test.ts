import { afterEach, describe, expect, it } from "vitest";
import { createIssuerKeys } from "../../../src/server/access/issuer-keys.ts";
import { type Issuer, type SigningKey, signingKey, startIssuer } from "./issuer.ts";

const issuers: Issuer[] = [];
afterEach(async () => {
  for (const issuer of issuers.splice(0)) await issuer.close();
});

async function issuerWith(keys: readonly SigningKey[], path = "") {
  const started = await startIssuer(path);
  issuers.push(started);
  started.published.keys = keys.map(({ jwk }) => jwk);
  const clock = { now: 0 };
  const found = createIssuerKeys({ issuer: started.issuer, now: () => clock.now });
  const find = async (kid: string) => {
    await found.find({ alg: "ES256", kid }, { payload: "", signature: "" });
    return "found";
  };
  return { ...started, clock, find, refresh: found.refresh };
}

const [first, second] = await Promise.all([signingKey("first"), signingKey("second")]);
const minute = 60_000;

describe("the keys of an issuer", () => {
  it("are fetched once for concurrent tokens, and cached", async () => {
    const { find, asked } = await issuerWith([first]);
    await Promise.all(Array.from({ length: 20 }, () => find("first")));
    await find("first");
    expect(asked).toEqual(["/.well-known/oauth-authorization-server", "/keys"]);
  });

  it.each([
    ["", "/.well-known/oauth-authorization-server"],
    ["", "/.well-known/openid-configuration"],
    ["/", "/.well-known/openid-configuration"],
    ["/realms/docs", "/.well-known/oauth-authorization-server/realms/docs"],
    ["/realms/docs", "/.well-known/openid-configuration/realms/docs"],
    ["/realms/docs", "/realms/docs/.well-known/openid-configuration"],
  ])("are found for the path %j through %s", async (path, metadata) => {
    const { find, published } = await issuerWith([first], path);
    published.paths = [metadata];
    expect(await find("first")).toBe("found");
  });

  it("are fetched again when a token names an unknown key", async () => {
    const { find, published, clock } = await issuerWith([first]);
    await find("first");
    published.keys = [second.jwk];
    clock.now += minute;
    expect(await find("second")).toBe("found");
    await expect(find("first")).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
  });

  it("are not fetched for each of many tokens with unknown keys", async () => {
    const { find, asked, clock } = await issuerWith([first]);
    await find("first");
    for (let index = 0; index < 50; index++) {
      clock.now += 100;
      await expect(find(`made up ${index}`)).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
    }
    expect(asked).toHaveLength(2);
    clock.now += 10_000;
    await Promise.all(
      ["a", "b", "c"].map((kid) => expect(find(kid)).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" })),
    );
    expect(asked).toHaveLength(4);
  });

  it("are fetched again when old, so that a withdrawn key is dropped", async () => {
    const { find, published, clock } = await issuerWith([first, second]);
    await find("first");
    published.keys = [second.jwk];
    clock.now += 9 * minute;
    expect(await find("first")).toBe("found");
    clock.now += 2 * minute;
    await expect(find("first")).rejects.toMatchObject({ code: "ERR_JWKS_NO_MATCHING_KEY" });
  });

  it("are used for a limited time when the issuer is down", async () => {
    const { find, published, clock } = await issuerWith([first]);
    await find("first");
    published.status = 500;
    clock.now += 59 * minute;
    expect(await find("first")).toBe("found");
    clock.now += 2 * minute;
    await expect(find("first")).rejects.toThrow("cannot be read: it has no metadata at");
    published.status = undefined;
    clock.now += minute;
    expect(await find("first")).toBe("found");
  });

  it("are fetched with pauses when the issuer does not answer", async () => {
    const { find, published, asked, clock } = await issuerWith([first]);
    published.status = 503;
    for (let index = 0; index < 20; index++) await expect(find("first")).rejects.toThrow("cannot be read");
    expect(asked).toHaveLength(2);
    clock.now += 10_000;
    await expect(find("first")).rejects.toThrow("cannot be read");
    expect(asked).toHaveLength(4);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      "that calls itself otherwise",
      { issuer: "https://evil.example" },
      /its metadata calls it "https:\/\/evil\.example"/,
    ],
    ["without the address of its keys", { jwks_uri: undefined }, /no jwks_uri with https/],
    ["whose keys travel in clear", { jwks_uri: "http://keys.example/jwks" }, /no jwks_uri with https/],
    ["whose keys are in a file", { jwks_uri: "file:///etc/passwd" }, /no jwks_uri with https/],
  ])("are not taken from an issuer %s", async (_what, metadata, problem) => {
    const { refresh, published } = await issuerWith([first]);
    published.metadata = metadata;
    await expect(refresh()).rejects.toThrow(problem);
  });

  it("are refused from an answer that is not a key set, or too large", async () => {
    const { refresh, published, clock } = await issuerWith([]);
    published.keys = "none" as never;
    await expect(refresh()).rejects.toThrow(/cannot be read: JSON Web Key Set malformed/);
    published.keys = [{ ...first.jwk, x5t: "x".repeat(600_000) }];
    clock.now += minute;
    await expect(refresh()).rejects.toThrow(/returned more than 524288 bytes/);
  });
});
