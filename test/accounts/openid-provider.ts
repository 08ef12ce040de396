import { createHash, createPublicKey, createSign, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { provider as keys } from "./signing-keys.ts";

interface Authorization {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/** Deviations from a correct provider. */
export interface Faults {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Claims that its ID token lacks. */
  readonly without?: readonly string[];
  readonly signWith?: string;
  readonly algorithm?: string;
  readonly userinfo?: Readonly<Record<string, unknown>>;
  readonly tokenStatus?: number;
  readonly discovery?: Readonly<Record<string, unknown>>;
}

export interface OpenIdProvider {
  readonly issuer: string;
  faults: Faults;
  /** The person agrees: returns where the provider sends the browser, with changes to the parameters. */
  agree(location: string, changes?: Readonly<Record<string, string | undefined>>): string;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export const person = { sub: "u-17", email: "grace@masts.example", email_verified: true, name: "Grace Hopper" };

/** An OpenID provider for the authorization code flow with PKCE, written from the specification, on its own port. */
export async function startOpenIdProvider(clientSecret: string): Promise<OpenIdProvider> {
  const codes = new Map<string, Authorization>();
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    if (request.url === "/.well-known/openid-configuration") return { status: 200, body: discovery() };
    if (request.url === "/keys") {
      const key = { ...createPublicKey(keys.key).export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" };
      return { status: 200, body: { keys: [key] } };
    }
    if (request.url === "/userinfo") return { status: 200, body: provider.faults.userinfo ?? person };
    if (request.url === "/token") return token(request);
    return { status: 404, body: {} };
  }

  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    authorization_response_iss_parameter_supported: true,
    ...provider.faults.discovery,
  });

  async function token(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const authorization = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const basic = Buffer.from((request.headers.authorization ?? "").replace("Basic ", ""), "base64").toString();
    const isGood =
      // RFC 6749 requires both parts to be form-encoded.
      new URLSearchParams(`secret=${basic.split(":")[1]}`).get("secret") === clientSecret &&
      form.get("redirect_uri") === authorization?.redirectUri &&
      challenge === authorization.challenge;
    if (!isGood || authorization === undefined) return { status: 400, body: { error: "invalid_grant" } };
    if (provider.faults.tokenStatus !== undefined) return { status: provider.faults.tokenStatus, body: {} };
    return {
      status: 200,
      body: { access_token: "at-1", token_type: "Bearer", expires_in: 60, id_token: idToken(authorization.nonce) },
    };
  }

  function idToken(nonce: string): string {
    const { faults } = provider;
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      ...{ iss: issuer, aud: "copydesk", iat: now, exp: now + 60, nonce, ...person },
      ...faults.claims,
    };
    for (const name of faults.without ?? []) delete claims[name];
    const text = `${encode({ alg: faults.algorithm ?? "RS256", kid: "1", typ: "JWT" })}.${encode(claims)}`;
    const signed = createSign("RSA-SHA256")
      .update(text)
      .sign(faults.signWith ?? keys.key, "base64url");
    return `${text}.${faults.algorithm === "none" ? "" : signed}`;
  }

  const provider: OpenIdProvider = {
    issuer,
    faults: {},
    agree(location, changes = {}) {
      const { searchParams } = new URL(location);
      const code = randomUUID();
      const redirectUri = searchParams.get("redirect_uri") ?? "";
      codes.set(code, {
        challenge: searchParams.get("code_challenge") ?? "",
        nonce: searchParams.get("nonce") ?? "",
        redirectUri,
      });
      const back = new URL(redirectUri);
      const said = { code, state: searchParams.get("state") ?? "", iss: issuer, ...changes };
      for (const [name, value] of Object.entries(said)) if (value !== undefined) back.searchParams.set(name, value);
      return back.pathname + back.search;
    },
  };
  return provider;
}
