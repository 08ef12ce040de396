import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function signingKey(kid: string, alg = "ES256"): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** The responses of an issuer; a test changes them while it runs. */
interface Published {
  keys: JWK[];
  /** Members of the metadata in addition to the correct ones. */
  metadata: Record<string, unknown>;
  /** Paths that return the metadata. */
  paths: string[];
  /** Responds to every request with this status. */
  status: number | undefined;
  /** Creates an access token for a client's request to `/token`. */
  grant: ((form: URLSearchParams) => Promise<string>) | undefined;
}

/** An authorization server on a port of this machine: metadata and keys, and the requests it received. */
export async function startIssuer(path = "") {
  const published: Published = {
    keys: [],
    metadata: {},
    paths: [`/.well-known/oauth-authorization-server${path}`],
    status: undefined,
    grant: undefined,
  };
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    const answer = (status: number, body: unknown = {}) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (published.status !== undefined) return answer(published.status);
    if (url === "/keys") return answer(200, { keys: published.keys });
    if (url === "/token" && published.grant !== undefined) {
      const form = new URLSearchParams(await text(request));
      return answer(200, { access_token: await published.grant(form), token_type: "Bearer", expires_in: 300 });
    }
    if (published.paths.includes(url)) {
      return answer(200, { issuer, jwks_uri: `${origin}/keys`, ...published.metadata });
    }
    return answer(404);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}${path}`;
  return {
    issuer,
    origin,
    published,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;

export const audience = "https://docs.example.com/mcp";

/** Seconds since 1970. */
export const seconds = () => Math.floor(Date.now() / 1000);

export interface TokenParts {
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
}

/** A token as the issuer would create it, with the parts that a test changes; undefined omits one. */
export function sign(key: SigningKey, issuer: string, { claims = {}, header = {} }: TokenParts = {}): Promise<string> {
  const usual = { iss: issuer, aud: audience, sub: "ann", exp: seconds() + 300, scope: "docs:read" };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "at+jwt", ...header })
    .sign(key.privateKey);
}
