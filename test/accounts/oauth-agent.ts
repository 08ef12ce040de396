import { createHash, randomBytes } from "node:crypto";
import type { Browser } from "./browser.ts";

export const redirect = "http://127.0.0.1:9/callback";

/** Sends requests as a program, not as a browser. */
type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** A client of the authorization server, step by step, so that each step can be made wrong. */
export class OAuthAgent {
  readonly #send: Send;
  readonly base: string;
  readonly verifier = randomBytes(32).toString("base64url");
  clientId = "";

  constructor(send: Send, base: string) {
    this.#send = send;
    this.base = base;
  }

  async register(metadata: Record<string, unknown> = {}): Promise<Response> {
    const response = await this.#send("/app/oauth/register", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ client_name: "Robot", redirect_uris: [redirect], ...metadata }),
    });
    const { client_id: id } = (await response.clone().json()) as { client_id?: string };
    this.clientId = id ?? "";
    return response;
  }

  authorizePath(parameters: Record<string, string> = {}): string {
    const query = new URLSearchParams({
      client_id: this.clientId,
      response_type: "code",
      redirect_uri: redirect,
      scope: "docs:read docs:propose docs:merge docs:admin",
      code_challenge: createHash("sha256").update(this.verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: `${this.base}/mcp`,
      state: "s",
      ...parameters,
    });
    return `/app/oauth/authorize?${query}`;
  }

  token(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send("/app/oauth/token", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ client_id: this.clientId, ...form }).toString(),
    });
  }

  exchange(code: string, form: Record<string, string> = {}, headers?: Record<string, string>): Promise<Response> {
    const given = { grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: this.verifier };
    return this.token({ ...given, resource: `${this.base}/mcp`, ...form }, headers);
  }

  refresh(refreshToken: string, form: Record<string, string> = {}): Promise<Response> {
    return this.token({ grant_type: "refresh_token", refresh_token: refreshToken, ...form });
  }
}

/** The page a browser is sent to by an authorization request. */
export async function openConsent(browser: Browser, authorize: string): Promise<string> {
  const sent = await browser.open(authorize);
  const page = new URL(sent.headers.get("location") ?? "", browser.base).pathname;
  await browser.open(page);
  return page;
}

/** Decides on the consent page, and returns the address that the agent is sent back to. */
export async function decide(browser: Browser, page: string, fields: Record<string, string>): Promise<URL> {
  const decided = await browser.submit(page, fields);
  const resume = new URL(decided.headers.get("location") ?? "/none", browser.base);
  const back = await browser.open(resume.pathname + resume.search);
  return new URL(back.headers.get("location") ?? "/none", browser.base);
}
