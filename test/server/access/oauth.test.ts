import { createHmac } from "node:crypto";
import { exportSPKI, importJWK, type JWK } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TokenRefusal } from "../../../src/server/access/authorize.ts";
import { createIssuerKeys } from "../../../src/server/access/issuer-keys.ts";
import { oauthTokens } from "../../../src/server/access/oauth.ts";
import { docsClient } from "../docs-service.ts";
import {
  audience,
  type Issuer,
  type SigningKey,
  seconds,
  sign,
  signingKey,
  startIssuer,
  type TokenParts,
} from "./issuer.ts";

let issuer: Issuer;

let key: SigningKey;

let stranger: SigningKey;

let logged: string[];

beforeAll(async () => {
  issuer = await startIssuer("/realms/docs");
  [key, stranger] = await Promise.all([signingKey("current"), signingKey("current")]);
});

afterAll(() => issuer.close());

beforeEach(() => {
  issuer.published.keys = [key.jwk];
  logged = [];
});

const client = docsClient();

const verifier = () =>
  oauthTokens({
    issuer: issuer.issuer,
    audience,
    keys: createIssuerKeys({ issuer: issuer.issuer }),
    resourceMetadata: "https://docs.example.com/.well-known/oauth-protected-resource/mcp",
    client,
    registry: { entries: [], load: async () => undefined },
    log: (level, message) => logged.push(`${level}: ${message}`),
  });

const signed = (parts: TokenParts = {}) => sign(key, issuer.issuer, parts);

/** Why a token is refused. */
async function refusal(token: string): Promise<string> {
  const verdict = await verifier()(token);
  if (!(verdict instanceof TokenRefusal)) throw new Error("the token was not refused");
  return verdict.reason;
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const claims = () => ({ iss: issuer.issuer, aud: audience, sub: "ann", exp: seconds() + 300, scope: "docs:admin" });

describe("an access token", () => {
  it("admits its subject, as the server's own client, if it is of the issuer and for this server", async () => {
    expect(await verifier()(await signed({ claims: { client_id: "editor", scope: "docs:admin" } }))).toMatchObject({
      client,
      principal: 'oauth ["ann","editor"]',
    });
  });

  it.each<[string, TokenParts]>([
    ["for several audiences, this one among them", { claims: { aud: ["https://other.example", audience] } }],
    ["of a client alone", { claims: { sub: undefined, azp: "robot" } }],
    ["of an issuer that sets no type", { header: { typ: undefined } }],
    ["of an issuer whose type is JWT", { header: { typ: "JWT" } }],
    ["that has expired for less than the clocks may differ", { claims: { exp: seconds() - 10 } }],
    ["that becomes valid within that", { claims: { nbf: seconds() + 10 } }],
    ["without a key id, where the issuer has one key", { header: { kid: undefined } }],
  ])("is accepted %s", async (_what, parts) => {
    expect(await verifier()(await signed(parts))).toHaveProperty("client");
  });

  it.each(["RS256", "PS384", "ES384", "EdDSA"])("is accepted if it is signed with %s", async (alg) => {
    const other = await signingKey("other", alg);
    issuer.published.keys = [key.jwk, other.jwk];
    expect(await verifier()(await sign(other, issuer.issuer))).toHaveProperty("client");
  });

  it("is left to other verifiers if it is not a JWT", async () => {
    expect(await verifier()("cpd_0123456789")).toBeUndefined();
  });
});

describe("an access token that is not for this server", () => {
  it.each<[string, TokenParts, string]>([
    ["for another audience", { claims: { aud: "https://other.example/mcp" } }, "The token is for another audience."],
    [
      "for an audience that starts the same",
      { claims: { aud: `${audience}/x` } },
      "The token is for another audience.",
    ],
    ["for no audience", { claims: { aud: undefined } }, "The token is for another audience."],
    ["of another issuer", { claims: { iss: "https://other.example" } }, "The token is from another issuer."],
    ["of no issuer", { claims: { iss: undefined } }, "The token is from another issuer."],
    ["that has expired", { claims: { exp: seconds() - 60 } }, "The token has expired."],
    ["that never expires", { claims: { exp: undefined } }, "The token does not say when it expires."],
    ["whose end is text", { claims: { exp: "tomorrow" } }, "The token does not say when it expires."],
    ["that is not valid yet", { claims: { nbf: seconds() + 600 } }, "The token is not valid yet."],
    ["of nobody", { claims: { sub: undefined } }, "The token does not identify its user."],
    ["of another type", { header: { typ: "logout+jwt" } }, "The token is not an access token."],
    [
      "bound to a key",
      { claims: { cnf: { jkt: "x" } } },
      "The token is bound to a key; only plain bearer tokens are accepted.",
    ],
    [
      "of a key nobody published",
      { header: { kid: "other" } },
      "The token is signed with a key that the issuer does not publish.",
    ],
    [
      "with a key id that names a file",
      { header: { kid: "../../dev/null" } },
      "The token is signed with a key that the issuer does not publish.",
    ],
  ])("is refused %s", async (_what, parts, reason) => {
    expect(await refusal(await signed(parts))).toBe(reason);
  });

  it("is refused if it is signed with another key of the same name", async () => {
    expect(await refusal(await sign(stranger, issuer.issuer))).toBe("The token's signature is not the issuer's.");
  });

  it("is refused if its key id is not a string", async () => {
    const token = `${base64({ alg: "ES256", kid: { toString: 1 } })}.${base64(claims())}.AAAA`;
    expect(await refusal(token)).toBe("The token is signed with a key that the issuer does not publish.");
  });

  it("is refused if it contains its own key, or a URL of one", async () => {
    const header = { jwk: stranger.jwk, jku: "https://evil.example/keys", x5u: "https://evil.example/cert" };
    const token = await sign(stranger, issuer.issuer, { header });
    expect(await refusal(token)).toBe("The token's signature is not the issuer's.");
  });

  it("is refused if a claim was changed after it was signed", async () => {
    const [header, , signature] = (await signed()).split(".");
    expect(await refusal(`${header}.${base64(claims())}.${signature}`)).toBe(
      "The token's signature is not the issuer's.",
    );
  });

  it.each(["none", "NONE", "None"])("is refused if it is signed with %s", async (alg) => {
    expect(await refusal(`${base64({ alg, kid: "current" })}.${base64(claims())}.`)).toBe(
      "The token is signed with an algorithm that is not accepted.",
    );
  });

  it.each(["HS256", "HS512"])(
    "is refused if it is signed with %s and the issuer's public key as the secret",
    async (alg) => {
      const pair = await signingKey("rsa", "RS256");
      issuer.published.keys = [pair.jwk];
      const publicKey = await importJWK(pair.jwk, "RS256");
      if (publicKey instanceof Uint8Array) throw new Error("a public key was expected");
      const head = `${base64({ alg, kid: "rsa" })}.${base64(claims())}`;
      for (const secret of [await exportSPKI(publicKey), JSON.stringify(pair.jwk), String(pair.jwk.n)]) {
        const signature = createHmac(alg === "HS256" ? "sha256" : "sha512", secret)
          .update(head)
          .digest("base64url");
        expect(await refusal(`${head}.${signature}`)).toBe(
          "The token is signed with an algorithm that is not accepted.",
        );
      }
    },
  );

  it("is refused if it is signed with a shared secret that the issuer publishes by mistake", async () => {
    const secret = Buffer.from("0123456789abcdef0123456789abcdef");
    issuer.published.keys = [{ kty: "oct", kid: "oct", alg: "HS256", k: secret.toString("base64url") }];
    const head = `${base64({ alg: "HS256", kid: "oct" })}.${base64(claims())}`;
    const signature = createHmac("sha256", secret).update(head).digest("base64url");
    expect(await refusal(`${head}.${signature}`)).toBe("The token is signed with an algorithm that is not accepted.");
  });

  it("is refused if it does not say which of several keys it is signed with", async () => {
    const other = await signingKey("other");
    issuer.published.keys = [key.jwk, other.jwk];
    expect(await refusal(await signed({ header: { kid: undefined } }))).toBe(
      "The token does not say which of the issuer's keys it is signed with.",
    );
  });

  it("is refused if it has an extension that must be understood", async () => {
    const head = base64({ alg: "ES256", kid: "current", crit: ["urn:x"], "urn:x": true });
    expect(await refusal(`${head}.${base64(claims())}.AAAA`)).toBe("The token is malformed.");
  });

  it.each([
    ["a.b.c"],
    [`${base64([])}.${base64({})}.AAAA`],
    [`${base64("x")}.${base64("x")}.AAAA`],
    ["...".replace(/\./g, "e30.").slice(0, -1)],
    [`${"W".repeat(4000)}.${"W".repeat(3000)}.AAAA`],
  ])("is refused if it is not a token at all: %#", async (token) => {
    expect(await refusal(token)).toBe("The token is malformed.");
  });

  it("is refused if it is signed with a key that is too weak, and the log says so without the token", async () => {
    const weak: JWK = {
      kty: "RSA",
      kid: "weak",
      alg: "RS256",
      e: "AQAB",
      n: Buffer.concat([Buffer.from([0xc1]), Buffer.alloc(63, 7)]).toString("base64url"),
    };
    issuer.published.keys = [weak];
    const token = `${base64({ alg: "RS256", kid: "weak" })}.${base64(claims())}.AAAA`;
    expect(await refusal(token)).toBe("The token is signed with a key that this server does not accept.");
    expect(logged).toEqual([
      expect.stringMatching(/^error: http: a token cannot be checked with the keys of http\S+: TypeError$/),
    ]);
    expect(logged.join()).not.toContain(token.slice(0, 20));
  });
});

describe("tokens that cannot be checked", () => {
  it("are neither accepted nor refused: the client retries", async () => {
    issuer.published.status = 500;
    try {
      const verdict = await verifier()(await signed());
      expect(verdict).toBeInstanceOf(Response);
      const response = verdict as Response;
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
      expect(logged).toEqual([
        expect.stringMatching(/^error: http: The keys of http:\/\/127\.0\.0\.1:\d+\/realms\/docs cannot be read/),
      ]);
    } finally {
      issuer.published.status = undefined;
    }
  });
});
